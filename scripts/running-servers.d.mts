export const findRunningServers: (root: string) => number[];
