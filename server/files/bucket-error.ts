/** The location and the credentials of a bucket. */
export interface BucketSettings {
  /** Absent: Amazon's own. */
  endpoint?: string;
  region: string;
  bucket: string;
  /** The beginning of all keys, which ends with a slash. Absent: the whole bucket is used. */
  prefix?: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** The settings that this came from: the name of the bucket, and the beginning of the others' names. */
  setBy?: { bucket: string; others: string };
}

/**
 * For each error code of S3-compatible storage (https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html):
 * the setting to check, without its prefix, and the advice.
 */
const ADVICE: Readonly<Record<string, [setting: string, todo: string]>> = {
  NoSuchBucket: ['BUCKET', 'Create the bucket, or correct its name.'],
  AccessDenied: ['ACCESS_KEY_ID', 'Let this key read, write, list and delete objects of the bucket.'],
  InvalidAccessKeyId: ['ACCESS_KEY_ID', 'Correct the key.'],
  SignatureDoesNotMatch: ['SECRET_ACCESS_KEY', 'Correct the secret of the key.'],
  PermanentRedirect: ['REGION', 'Set the region of the bucket.'],
  AuthorizationHeaderMalformed: ['REGION', 'Set the region of the bucket.'],
};
const UNKNOWN: [setting: string, todo: string] = ['ENDPOINT', 'Check the address and whether it answers.'];

/** A failed request to a bucket. `setting` is the one to look at. */
export class BucketError extends Error {
  override name = 'BucketError';
  readonly setting: string;
  readonly todo: string;

  constructor({ bucket, setBy }: BucketSettings, cause: Error & { code?: string }) {
    super(`The bucket ${bucket} cannot be used: ${cause.message || cause.code || cause.name}`, { cause });
    const [setting, todo] = ADVICE[cause.name] ?? UNKNOWN;
    const { bucket: name, others } = setBy ?? { bucket: 'S3_BUCKET', others: 'S3_' };
    this.setting = setting === 'BUCKET' ? name : others + setting;
    this.todo = todo;
  }
}
