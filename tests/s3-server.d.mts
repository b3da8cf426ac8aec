export type S3TestServer =
  | {
      url: string
      accessKey: string
      secretKey: string
      stop: () => Promise<void>
      pause: () => Promise<void>
      resume: () => Promise<void>
    }
  | { url: null; why: string }
/** An S3 server for tests; `url` is null if this machine has none. */
export function startS3Server(): Promise<S3TestServer>
