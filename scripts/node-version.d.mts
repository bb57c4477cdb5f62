/** See node-version.mjs. */
export function satisfies(version: string, range: string): boolean;
export function stopWithParent(): void;
export function ensureSupportedNode(): Promise<void>;
