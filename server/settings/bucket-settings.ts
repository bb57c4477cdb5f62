import type { BucketSettings } from '../files/bucket-error.ts';
import { DEFAULT_REGION, type Settings } from './settings.ts';
import { StartError } from '../start-error.ts';

/**
 * Checks settings that only make sense together.
 * @returns whether all of them are set
 * @throws StartError if some are set and some are not
 */
export const togetherOrNone = (settings: Record<string, string | undefined>): boolean => {
  const missing = Object.keys(settings).filter((name) => !settings[name]);
  if (missing.length === 0) return true;
  if (missing.length === Object.keys(settings).length) return false;
  throw new StartError(
    `${missing.join(' and ')} must be set as well: set all of ${Object.keys(settings).join(', ')}, or none`,
  );
};

/**
 * The bucket of files.
 * @throws StartError if only some of its settings are set
 */
export const fileBucketSettings = (settings: Settings): BucketSettings | undefined => {
  const { S3_ENDPOINT: endpoint, S3_REGION: region } = settings;
  const { S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = settings;
  if (!togetherOrNone({ S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY })) {
    if (endpoint) throw new StartError('S3_ENDPOINT is set without S3_BUCKET: set both or neither');
    if (region) throw new StartError('S3_REGION is set without S3_BUCKET: set both or neither');
    return undefined;
  }
  const keys = { accessKeyId: S3_ACCESS_KEY_ID!, secretAccessKey: S3_SECRET_ACCESS_KEY! };
  return { endpoint, region: region ?? DEFAULT_REGION, bucket: S3_BUCKET!, ...keys };
};

const KEYS = 'BACKUP_S3_ACCESS_KEY_ID and BACKUP_S3_SECRET_ACCESS_KEY';

const requireNone = (settings: Record<string, string | undefined>): void => {
  const given = Object.keys(settings).filter((name) => settings[name]);
  if (given.length > 0)
    throw new StartError(
      `${given.join(' and ')} ${given.length > 1 ? 'are' : 'is'} set without BACKUP_S3_BUCKET: set all or none`,
    );
};

type Account = Omit<BucketSettings, 'bucket' | 'prefix'>;

/**
 * The account that backups are stored with: one of their own, or that of the files. An address without a key of its own
 * is refused, because the key of the files would be sent to it.
 */
const backupAccount = (settings: Settings, files: BucketSettings | undefined): Account => {
  const { BACKUP_S3_ENDPOINT: endpoint, BACKUP_S3_REGION: region } = settings;
  const { BACKUP_S3_ACCESS_KEY_ID, BACKUP_S3_SECRET_ACCESS_KEY } = settings;
  if (togetherOrNone({ BACKUP_S3_ACCESS_KEY_ID, BACKUP_S3_SECRET_ACCESS_KEY }))
    return {
      endpoint,
      region: region ?? DEFAULT_REGION,
      accessKeyId: BACKUP_S3_ACCESS_KEY_ID!,
      secretAccessKey: BACKUP_S3_SECRET_ACCESS_KEY!,
      setBy: { bucket: 'BACKUP_S3_BUCKET', others: 'BACKUP_S3_' },
    };
  if (!files)
    throw new StartError(
      `${KEYS} must be set as well, because there is no S3_BUCKET whose key could be used`,
    );
  if (endpoint)
    throw new StartError(`BACKUP_S3_ENDPOINT is set without its keys: set ${KEYS} as well, or none of them`);
  return { ...files, region: region ?? files.region, setBy: { bucket: 'BACKUP_S3_BUCKET', others: 'S3_' } };
};

/**
 * The bucket of backups.
 * @param files the bucket of files
 * @throws StartError if its settings do not fit together
 */
export const backupBucketSettings = (
  settings: Settings,
  files: BucketSettings | undefined,
): BucketSettings | undefined => {
  const { BACKUP_S3_BUCKET: bucket, ...others } = settings;
  if (!bucket) {
    const { BACKUP_S3_PREFIX, BACKUP_S3_ENDPOINT, BACKUP_S3_REGION } = others;
    const { BACKUP_S3_ACCESS_KEY_ID, BACKUP_S3_SECRET_ACCESS_KEY } = others;
    requireNone({ BACKUP_S3_PREFIX, BACKUP_S3_ENDPOINT, BACKUP_S3_REGION });
    requireNone({ BACKUP_S3_ACCESS_KEY_ID, BACKUP_S3_SECRET_ACCESS_KEY });
    return undefined;
  }
  const account = backupAccount(settings, files);
  if (bucket === files?.bucket && account.endpoint === files.endpoint)
    throw new StartError(
      'BACKUP_S3_BUCKET must be another bucket than S3_BUCKET, so that losing one leaves the other',
    );
  return { ...account, bucket, prefix: settings.BACKUP_S3_PREFIX };
};
