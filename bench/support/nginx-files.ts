import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '#server/free-port.ts';
import { requireProgram } from './proxies.ts';

/** Starts nginx with what Debian's package sets for files. @param root the folder that it serves */
export const startNginxOn = async (
  folder: string,
  root: string,
  type: 'video/mp4' | 'video/webm',
): Promise<{ url: string; process: ChildProcess }> => {
  requireProgram('nginx', '-v');
  const port = await freePort();
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join('\n');
  const path = join(folder, 'nginx.conf');
  await mkdir(folder, { recursive: true });
  await writeFile(
    path,
    `daemon off;\nuser root;\nworker_processes auto;\npid ${folder}/nginx.pid;\nerror_log ${folder}/nginx.log;\nevents {}\nhttp {\nsendfile on;\ntcp_nopush on;\nkeepalive_requests 1000000;\naccess_log off;\n${temporary}\nserver {\nlisten 127.0.0.1:${port};\nroot ${root};\ndefault_type ${type};\n}\n}\n`,
  );
  const child = spawn('nginx', ['-p', folder, '-c', path], { stdio: 'inherit' });
  const url = `http://127.0.0.1:${port}`;
  const isUp = () => fetch(url).then(Boolean, () => false);
  while (!(await isUp())) {
    if (child.exitCode !== null) throw new Error('nginx did not start');
    await sleep(50);
  }
  return { url, process: child };
};
