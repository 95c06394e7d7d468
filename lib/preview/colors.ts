/** The application's named colours (Grafana, packages/grafana-data/src/themes/palette and createVisualizationColors.ts), as both themes can bear them. */
const NAMED: Readonly<Record<string, string>> = {
  green: "#73bf69",
  "dark-green": "#37872d",
  "semi-dark-green": "#56a64b",
  "light-green": "#96d98d",
  "super-light-green": "#c8f2c2",
  yellow: "#fade2a",
  "dark-yellow": "#e0b400",
  "semi-dark-yellow": "#f2cc0c",
  "light-yellow": "#ffee52",
  "super-light-yellow": "#fff899",
  orange: "#ff9830",
  "dark-orange": "#fa6400",
  "semi-dark-orange": "#ff780a",
  "light-orange": "#ffb357",
  "super-light-orange": "#ffcb7d",
  red: "#f2495c",
  "dark-red": "#c4162a",
  "semi-dark-red": "#e02f44",
  "light-red": "#ff7383",
  "super-light-red": "#ffa6b0",
  blue: "#5794f2",
  "dark-blue": "#1f60c4",
  "semi-dark-blue": "#3274d9",
  "light-blue": "#8ab8ff",
  "super-light-blue": "#c0d8ff",
  purple: "#b877d9",
  "dark-purple": "#8f3bb8",
  "semi-dark-purple": "#a352cc",
  "light-purple": "#ca95e5",
  "super-light-purple": "#deb6f2",
  gray: "#8e8e99",
  white: "#ffffff",
  black: "#000000",
  text: "#8e8e99",
  transparent: "transparent",
};

/** In the order in which series get them. */
export const CLASSIC: readonly string[] = [
  "#7eb26d",
  "#eab839",
  "#6ed0e0",
  "#ef843c",
  "#e24d42",
  "#1f78c1",
  "#ba43a9",
  "#705da0",
  "#508642",
  "#cca300",
  "#447ebc",
  "#c15c17",
  "#890f02",
  "#0a437c",
  "#6d1f62",
  "#584477",
  "#b7dbab",
  "#f4d598",
  "#70dbed",
  "#f9ba8f",
  "#f29191",
  "#82b5d8",
  "#e5a8e2",
  "#aea2e0",
  "#629e51",
  "#e5ac0e",
  "#64b0c8",
  "#e0752d",
  "#bf1b00",
  "#0a50a1",
  "#962d82",
  "#614d93",
];

export const colorOf = (name: string): string => NAMED[name] ?? name;

/** The same for the same name, whatever else is drawn. */
export function colorByName(name: string): string {
  let hash = 0;
  for (const letter of name) hash = (Math.imul(hash, 31) + (letter.codePointAt(0) ?? 0)) | 0;
  return CLASSIC[Math.abs(hash) % CLASSIC.length] ?? "#7eb26d";
}

/** Black or white, whichever can be read on it. */
export function inkOn(color: string): "#111217" | "#ffffff" {
  const [r = 0, g = 0, b = 0] = channels(color);
  return (r * 299 + g * 587 + b * 114) / 1000 > 150 ? "#111217" : "#ffffff";
}

export function withAlpha(color: string, alpha: number): string {
  const [r, g, b] = channels(color);
  return r === undefined ? color : `rgba(${r}, ${g}, ${b}, ${alpha})`;
}

function channels(color: string): number[] {
  const [, long = ""] = /^#([\da-f]{6})/i.exec(color) ?? [];
  const [, short = ""] = /^#([\da-f]{3})$/i.exec(color) ?? [];
  const digits = long || [...short].map((one) => one + one).join("");
  if (digits !== "") return [0, 2, 4].map((at) => Number.parseInt(digits.slice(at, at + 2), 16));
  return Array.from(color.matchAll(/\d+(?:\.\d+)?/g), ([number]) => Number(number)).slice(0, 3);
}
