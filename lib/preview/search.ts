export interface ListedDashboard {
  readonly uid: string;
  readonly title: string;
  readonly description: string;
}

export interface ListedFolder {
  readonly title: string;
  readonly dashboards: readonly ListedDashboard[];
}

/** Those that have every word, the likeliest first: a word weighs most where it is the uid, and least in a description. */
export function foundIn(folders: readonly ListedFolder[], asked: string): ListedDashboard[] {
  const words = asked
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");
  return folders
    .flatMap(({ title: folder, dashboards }) => dashboards.map((one) => ({ one, ranks: words.map((word) => rankOf(word, folder, one)) })))
    .filter(({ ranks }) => ranks.every((rank) => rank < Number.POSITIVE_INFINITY))
    .map(({ one, ranks }) => ({ one, rank: ranks.reduce((sum, rank) => sum + rank, 0) }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ one }) => one);
}

/** Less is likelier. */
function rankOf(word: string, folder: string, { uid, title, description }: ListedDashboard): number {
  const begins = (text: string) => text.split(/[^\p{L}\p{N}]+/u).some((part) => part.startsWith(word));
  const [name, where, question] = [title, folder, description].map((text) => text.toLowerCase()) as [string, string, string];
  const places = [
    uid === word || name === word,
    begins(uid) || begins(name),
    uid.includes(word) || name.includes(word),
    where.includes(word),
    begins(question),
    question.includes(word),
  ];
  const place = places.indexOf(true);
  return place < 0 ? Number.POSITIVE_INFINITY : place;
}
