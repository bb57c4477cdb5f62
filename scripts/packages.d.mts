interface LockedPackage {
  version?: string;
  dev?: boolean;
  devOptional?: boolean;
  optional?: boolean;
}
interface Lock {
  packages: Record<string, LockedPackage>;
}

export const missingPackages: (
  lock: Lock,
  installed: Lock | undefined,
  isThere: (folder: string) => boolean,
  options: { withDev: boolean },
) => string[];
