import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '#server/free-port.ts';
import { requireProgram, waitFor } from './proxies.ts';

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
  // There is no list of the files: any response shows that it listens.
  await waitFor(url, child, () => true);
  return { url, process: child };
};
