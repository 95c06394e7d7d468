/** Programs that run other programs, or scripts: how each is told what it runs. */
export interface Runner {
  /** A command that follows, a script's file, either by its option `-c`, or a file by one of its options alone: other words are what it reads. */
  readonly runs: "command" | "file" | "shell" | "option";
  /** Options whose value is the next word. */
  readonly valued: ReadonlySet<string>;
  /** Options whose value is the script's file. */
  readonly file: ReadonlySet<string>;
  /** Options whose value is a text for a shell. */
  readonly text: ReadonlySet<string>;
  /** Options whose value is code or the name of a module: what follows is read by that. */
  readonly code: ReadonlySet<string>;
  /** Words of its own before what it runs: a lock file, a user, a time. */
  readonly operands: number;
  /** Options that stand for those words. */
  readonly instead: ReadonlySet<string>;
  /** Words that choose what it does, such as `run`. */
  readonly verbs: ReadonlySet<string>;
  /** An option of several letters is one, and not several of a letter each. */
  readonly isLong: boolean;
}

interface Told {
  readonly valued?: string;
  readonly file?: string;
  readonly text?: string;
  readonly code?: string;
  readonly operands?: number;
  readonly instead?: string;
  readonly verbs?: string;
  readonly isLong?: boolean;
}

const wordsOf = (text = ""): readonly string[] => text.split(" ").filter((word) => word !== "");

function all(runs: Runner["runs"], names: string, { valued, file, text, code, operands = 0, instead, verbs, isLong = false }: Told = {}) {
  const runner: Runner = {
    runs,
    valued: new Set(wordsOf(valued)),
    file: new Set(wordsOf(file)),
    text: new Set(wordsOf(text)),
    code: new Set(wordsOf(code)),
    operands,
    instead: new Set(wordsOf(instead)),
    verbs: new Set(wordsOf(verbs)),
    isLong,
  };
  return wordsOf(names).map((name) => [name, runner] as const);
}

const RUNNERS: ReadonlyMap<string, Runner> = new Map([
  ...all("shell", "sh ash bash rbash dash ksh mksh oksh posh osh yash zsh fish csh tcsh nu xonsh elvish", {
    valued: "-o +o -O +O --rcfile --init-file",
  }),

  ...all("command", "nohup setsid chronic cronic time builtin catatonit docker-init ltrace busybox toybox"),
  ...all("command", "docker-entrypoint.sh entrypoint.sh with-contenv opentelemetry-instrument ddtrace-run"),
  // which only says where it is
  ...all("command", "command", { code: "-v -V" }),
  ...all("command", "exec", { valued: "-a" }),
  ...all("command", "env", { valued: "-u --unset -C --chdir", text: "-S --split-string" }),
  ...all("command", "timeout gtimeout", { valued: "-k --kill-after -s --signal", operands: 1 }),
  ...all("command", "nice", { valued: "-n --adjustment" }),
  ...all("command", "ionice", { valued: "-c --class -n --classdata" }),
  ...all("command", "chrt", { valued: "-T -P -D", operands: 1 }),
  ...all("command", "taskset chroot gosu su-exec setuidgid s6-setuidgid envdir s6-envdir", { operands: 1 }),
  ...all("command", "chpst", { valued: "-u -U -b -e -/ -n -l -L -m -d -o -p -f -c" }),
  ...all("command", "setpriv", {
    valued: "--reuid --regid --groups --inh-caps --ambient-caps --bounding-set --securebits --pdeathsig --selinux-label --apparmor-profile",
    isLong: true,
  }),
  ...all("command", "flock", { valued: "-w --wait --timeout -E --conflict-exit-code", text: "-c --command", operands: 1 }),
  ...all("command", "sudo", { valued: "-u --user -g --group -h --host -p --prompt -C -D --chdir -R --chroot -T -r --role -t --type -U" }),
  ...all("command", "doas", { valued: "-u -C" }),
  ...all("command", "su", { valued: "-s --shell -g --group -G --supp-group -w", text: "-c --command --session-command", operands: 1 }),
  ...all("command", "runuser", {
    valued: "-s --shell -g --group -G --supp-group -w -u --user",
    text: "-c --command --session-command",
    operands: 1,
    instead: "-u --user",
  }),
  ...all("command", "tini", { valued: "-p -e" }),
  ...all("command", "dumb-init", { valued: "-r --rewrite" }),
  ...all("command", "stdbuf", { valued: "-i --input -o --output -e --error" }),
  ...all("command", "unshare nsenter", { valued: "-t --target -S --setuid -G --setgid" }),
  ...all("command", "strace", { valued: "-e -o -p -s -u -E -P -a -S" }),
  ...all("command", "xargs", { valued: "-n -P -I -L -d -a -E -s --max-args --max-procs --max-lines --delimiter --arg-file --max-chars" }),
  ...all("command", "xvfb-run", { valued: "-n --server-num -s --server-args -e --error-file -f --auth-file -w --wait" }),
  ...all("command", "dotenv", { valued: "-f -e --file", verbs: "run" }),
  ...all("command", "doppler", { valued: "-p --project -c --config -t --token", verbs: "run" }),

  ...all("command", "uv", {
    valued: "--with --with-editable --with-requirements --project --directory -p --python --env-file --extra --group --package --index-url",
    code: "-m --module",
    verbs: "run",
  }),
  ...all("command", "uvx", { valued: "--from --with -p --python" }),
  ...all("command", "poetry", { valued: "-C --directory -P --project", verbs: "run" }),
  ...all("command", "pipenv rye", { verbs: "run" }),
  ...all("command", "pdm hatch", { valued: "-p --project -e --env", verbs: "run" }),
  ...all("command", "conda mamba micromamba", { valued: "-n --name -p --prefix --cwd", verbs: "run" }),
  ...all("command", "bundle", { valued: "--gemfile", verbs: "exec" }),
  ...all("command", "npx pnpx bunx", { valued: "-p --package", text: "-c --call" }),
  ...all("command", "npm pnpm yarn", { valued: "--prefix -C --dir --cwd --filter -w --workspace", verbs: "exec dlx run" }),

  ...all("file", "python pypy ipython", { valued: "-W -X --check-hash-based-pycs", code: "-c -m" }),
  ...all("file", "node nodejs", {
    valued: "-r --require --import --loader --experimental-loader -C --conditions --env-file --title --icu-data-dir",
    code: "-e --eval -p --print -pe",
    isLong: true,
  }),
  ...all("file", "tsx ts-node ts-node-esm", {
    valued: "-r --require --import --tsconfig -P --project -O",
    code: "-e --eval -p --print",
    isLong: true,
  }),
  ...all("file", "deno", { valued: "-c --config --import-map --env-file --cert", verbs: "run", isLong: true }),
  ...all("file", "bun", { valued: "-r --preload --cwd -c --config --env-file", code: "-e --eval", verbs: "run", isLong: true }),
  ...all("file", "perl", { valued: "-I", code: "-e -E" }),
  ...all("file", "ruby", { valued: "-I -r -C -E", code: "-e" }),
  ...all("file", "php", { valued: "-d -c -z", code: "-r -R", isLong: true }),
  ...all("file", "lua", { valued: "-l", code: "-e" }),
  ...all("file", "Rscript", { code: "-e", isLong: true }),
  ...all("file", "R", { file: "-f --file", code: "-e", isLong: true }),
  ...all("file", "julia", { valued: "-p -t -J -L", code: "-e -E --eval --print" }),
  ...all("file", "guile", { valued: "-L -C -l", code: "-c" }),
  ...all("file", "expect tclsh wish", { code: "-c" }),
  ...all("file", "groovy elixir scala raku jruby luajit octave", { code: "-e --eval" }),
  ...all("file", "dotnet", { verbs: "exec run fsi", isLong: true }),
  ...all("file", "runghc runhaskell escript racket sbcl ocaml swift crystal kotlin bb gjs qjs osascript"),
  ...all("file", "go", { verbs: "run", isLong: true }),
  ...all("file", "java", { valued: "-cp -classpath --class-path -p --module-path --add-modules", code: "-m --module", isLong: true }),
  // its options are read in any case, and may be cut short
  ...all("file", "pwsh powershell", {
    valued: "-ExecutionPolicy -executionpolicy -ex -ep -WorkingDirectory -workingdirectory -wd -WindowStyle -windowstyle -w",
    file: "-File -file -f",
    text: "-Command -command -c",
    code: "-EncodedCommand -encodedcommand -ec -e",
    isLong: true,
  }),
  ...all("option", "awk gawk mawk nawk original-awk", {
    valued: "-F --field-separator -v --assign -i --include -l --load",
    file: "-f --file -E --exec",
    code: "-e --source",
    operands: 1,
  }),
]);

/** A release may stand behind an interpreter: `python3.11`. */
const RELEASE = /\d[\d.]*$/;

/** By the base name of the program. */
export function runnerOf(name: string): Runner | undefined {
  const known = RUNNERS.get(name);
  if (known !== undefined) return known;
  const released = RUNNERS.get(name.replace(RELEASE, ""));
  return released?.runs === "command" ? undefined : released;
}
