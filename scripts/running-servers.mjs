// Finds servers that run from a folder, so that nothing is installed or built under them.
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';

/** The programs that serve the site, in the project's folder. */
const PROGRAMS = ['dist/server/start.js', 'scripts/start.mjs'];

const readProcess = (id) => {
  try {
    const stat = readFileSync(`/proc/${id}/stat`, 'utf8');
    const [program, ...words] = readFileSync(`/proc/${id}/cmdline`, 'utf8').split('\0');
    const [, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    // An editor or a linter may name the same file.
    const script = basename(program) === 'node' ? words.find((word) => !word.startsWith('-')) : undefined;
    return { script: script && resolve(folderOf(id), script), parent: Number(parent) };
  } catch {
    // The process has ended in the meantime.
    return { script: undefined, parent: 0 };
  }
};

/**
 * The working folder of a process. For another user's process it is the root, because its command line may contain the
 * whole path.
 */
const folderOf = (id) => {
  try {
    return readlinkSync(`/proc/${id}/cwd`);
  } catch {
    return '/';
  }
};

/** This process and its ancestors. */
const ownProcesses = () => {
  const own = [];
  for (let id = process.pid; id > 0; id = readProcess(id).parent) own.push(id);
  return own;
};

/**
 * The ids of the processes that serve the site from a folder, except the caller's own. Only Linux provides them;
 * elsewhere the list is empty.
 */
export const findRunningServers = (root) => {
  if (process.platform !== 'linux') return [];
  const programs = PROGRAMS.map((program) => join(root, program));
  const own = ownProcesses();
  return readdirSync('/proc')
    .map(Number)
    .filter((id) => id > 0 && !own.includes(id))
    .filter((id) => programs.includes(readProcess(id).script));
};
