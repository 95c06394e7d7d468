import { startGitea } from "../gitea";
import type { RealExporter } from "./real-exporter";

/** Gitea without a repository: whoever compares names has none. */
export const gitExporter: RealExporter = { scrape: "git", start: startGitea };
