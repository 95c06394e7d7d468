import type { Component } from "../site/component";

/** Each component has one colour on every dashboard; none is a colour of a severity. */
export const COMPONENT_COLORS: Readonly<Record<Component, string>> = {
  Mail: "#5794f2",
  "Sign-in (SSO)": "#b877d9",
  Platform: "#8ab8ff",
  "Files & Documents": "#37872d",
  Backups: "#96d98d",
  Websites: "#e0b400",
  DNS: "#6ed0e0",
  "Smart Home": "#ff9830",
  Internet: "#a352cc",
  NTP: "#c4a484",
};
