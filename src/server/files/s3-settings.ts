/** Settings of a file store on an S3 server. */
import * as z from 'zod/mini'
import { BadSetting, textSchema, type SettingDefinition } from '../setting'

export interface S3Settings {
  /** Address of the server, without the bucket. */
  readonly endpoint: string
  readonly bucket: string
  readonly region: string
  readonly accessKey: string
  readonly secretKey: string
  /** True: the bucket is in the path (`https://s3.example.com/plant`); false: in the host name. */
  readonly isPathStyle: boolean
}

const endpointSchema = z
  .string()
  .check(z.refine((v: string) => v === '' || (/^https?:\/\/[^@]+$/.test(v) && URL.canParse(v))))
const bucketSchema = z.string().check(z.regex(/^([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])?$/))

/** The settings of the file store as flags and environment variables. */
export const s3Flags = {
  s3Endpoint: {
    env: 'FILES_S3_ENDPOINT',
    flag: 'files-s3-endpoint',
    fallback: '',
    help: 'S3 server that stores photos and files instead of the data folder, for example https://s3.example.com',
    schema: endpointSchema,
  },
  s3Bucket: {
    env: 'FILES_S3_BUCKET',
    flag: 'files-s3-bucket',
    fallback: '',
    help: 'bucket for this plant alone; it must exist',
    schema: bucketSchema,
  },
  s3Region: {
    env: 'FILES_S3_REGION',
    flag: 'files-s3-region',
    fallback: 'us-east-1',
    help: 'region of the bucket; servers of your own mostly use us-east-1',
    schema: textSchema,
  },
  s3AccessKey: {
    env: 'FILES_S3_ACCESS_KEY',
    flag: 'files-s3-access-key',
    fallback: '',
    help: 'access key that may list, read, write and remove the objects of the bucket',
    schema: textSchema,
  },
  s3SecretKey: {
    env: 'FILES_S3_SECRET_KEY',
    flag: 'files-s3-secret-key',
    fallback: '',
    help: 'secret of the access key',
    schema: textSchema,
  },
  s3PathStyle: {
    env: 'FILES_S3_PATH_STYLE',
    flag: 'files-s3-path-style',
    fallback: '1',
    help: '1: the bucket is in the path of the address; 0: in its host name, as Amazon asks for',
    schema: z.pipe(
      z.string().check(z.regex(/^(0|1|true|false)$/)),
      z.transform((v: string) => v === '1' || v === 'true'),
    ),
  },
} satisfies Record<string, SettingDefinition>
export type S3FlagValues = { readonly [K in keyof typeof s3Flags]: K extends 's3PathStyle' ? boolean : string }

/**
 * Builds the settings of the S3 server, or null if files are stored in the data folder.
 * @throws BadSetting if required settings are missing
 */
export function toS3Settings(values: S3FlagValues): S3Settings | null {
  if (!values.s3Endpoint) {
    if (values.s3Bucket) throw new BadSetting('FILES_S3_BUCKET needs FILES_S3_ENDPOINT')
    return null
  }
  for (const name of ['s3Bucket', 's3AccessKey', 's3SecretKey'] as const)
    if (!values[name]) throw new BadSetting(`FILES_S3_ENDPOINT needs ${s3Flags[name].env}`)
  return {
    endpoint: values.s3Endpoint.replace(/\/+$/, ''),
    bucket: values.s3Bucket,
    region: values.s3Region,
    accessKey: values.s3AccessKey,
    secretKey: values.s3SecretKey,
    isPathStyle: values.s3PathStyle,
  }
}
