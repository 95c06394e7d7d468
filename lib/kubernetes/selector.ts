type Labels = Readonly<Record<string, string>>;

/** A label selector of the API. */
export interface LabelSelector {
  readonly matchLabels?: Labels;
  readonly matchExpressions?: readonly { readonly key: string; readonly operator: string; readonly values?: readonly string[] }[];
}

/** Whether a selector finds what has these labels; an empty one finds everything. */
export function selects({ matchLabels, matchExpressions = [] }: LabelSelector, labels: Labels): boolean {
  // no list is made of them: each pod is asked of by every policy
  for (const label in matchLabels) if (labels[label] !== matchLabels[label]) return false;
  return matchExpressions.every(({ key, operator, values = [] }) => {
    const value = labels[key];
    switch (operator) {
      case "Exists":
        return value !== undefined;
      case "DoesNotExist":
        return value === undefined;
      case "In":
        return value !== undefined && values.includes(value);
      case "NotIn":
        return value === undefined || !values.includes(value);
      default:
        return false;
    }
  });
}
