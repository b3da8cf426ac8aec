/** Calls an S3 server: signed requests, retries, and errors that name the setting to correct. */
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { setTimeout as pause } from 'node:timers/promises'
import { AwsV4Signer } from 'aws4fetch'
import { FileStoreUnavailable, type StreamSource } from './file-store'
import type { S3Settings } from './s3-settings'

export interface S3Object {
  key: string
  size: number
  changedAtMs: number
}
interface S3Request {
  method: 'GET' | 'HEAD' | 'PUT' | 'DELETE'
  key: string
  query?: Record<string, string>
  headers?: Record<string, string>
  /** Body with the SHA-256 (hex) that the server verifies. */
  content?: { sha256: string; body: Uint8Array<ArrayBuffer> | StreamSource }
  signal?: AbortSignal
}

/** Maximum number of attempts. While the server is known to be away, a request is attempted only once. */
const MAX_ATTEMPTS = 4
const FIRST_PAUSE_MS = 200
/** No attempt begins later than this after the first attempt, because a phone waits for the answer. */
const RETRY_FOR_MS = 8_000
const ANSWER_TIMEOUT_MS = 10_000
/** The timeout of a large body assumes that the connection is at least this fast. */
const MIN_BYTES_PER_MS = 128
const LIST_PAGE_SIZE = 1_000
const EMPTY_SHA256 = createHash('sha256').update('').digest('hex')

/** An error that the S3 server answered. */
export class S3Error extends Error {
  override readonly name = 'S3Error'
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
  ) {
    super(message)
  }
}
/** True if the object does not exist; a missing bucket is an error of the settings. */
export const isObjectMissing = (error: unknown): boolean =>
  error instanceof S3Error && error.status === 404 && error.code !== 'NoSuchBucket'

/** Reads, writes, lists and removes the objects of one bucket. */
export class S3Client {
  private readonly bucketUrl: string
  private readonly signingKeys = new Map<string, ArrayBuffer>()
  private isAway = false

  constructor(private readonly settings: S3Settings) {
    const url = new URL(settings.endpoint)
    const path = url.pathname.replace(/\/+$/, '')
    this.bucketUrl = settings.isPathStyle
      ? `${url.origin}${path}/${settings.bucket}`
      : `${url.protocol}//${settings.bucket}.${url.host}${path}`
  }

  /** Describes the bucket for messages, without keys. */
  get place(): string {
    return `${this.settings.endpoint} (bucket ${this.settings.bucket})`
  }

  /** Stores an object. @param sha256 hash of the body in hex, which the server verifies */
  async put(key: string, sha256: string, body: Uint8Array<ArrayBuffer> | StreamSource): Promise<void> {
    await this.send({ method: 'PUT', key, content: { sha256, body } }, readText)
  }
  /** Opens an object. @throws S3Error 404 if it does not exist @param range offsets of first and last byte */
  async get(key: string, range?: { start: number; end?: number }, signal?: AbortSignal): Promise<Response> {
    const headers = range && { range: `bytes=${range.start}-${range.end ?? ''}` }
    const request: S3Request = { method: 'GET', key, ...(headers ? { headers } : {}), ...(signal ? { signal } : {}) }
    return this.send(request, (answer) => Promise.resolve(answer))
  }
  /** Reads a small object into memory. @throws S3Error 404 if it does not exist */
  async fetchBytes(key: string): Promise<Uint8Array> {
    return this.send({ method: 'GET', key }, async (answer) => new Uint8Array(await answer.arrayBuffer()))
  }
  /** Returns the size in bytes. @throws S3Error 404 if it does not exist */
  async fetchSize(key: string): Promise<number> {
    return this.send({ method: 'HEAD', key }, (answer) => Promise.resolve(Number(answer.headers.get('content-length'))))
  }
  /** Removes an object; a missing object counts as removed. */
  async remove(key: string): Promise<void> {
    try {
      await this.send({ method: 'DELETE', key }, readText)
    } catch (error) {
      if (!isObjectMissing(error)) throw error
    }
  }
  /** Lists objects in the order of their keys. */
  async *list(prefix: string): AsyncGenerator<S3Object, void> {
    let token: string | undefined
    do {
      const query = {
        'list-type': '2',
        'max-keys': String(LIST_PAGE_SIZE),
        prefix,
        ...(token ? { 'continuation-token': token } : {}),
      }
      const page = await this.send({ method: 'GET', key: '', query }, readText)
      for (const [, entry] of page.matchAll(/<Contents>(.*?)<\/Contents>/gs))
        yield {
          key: readElement(entry!, 'Key'),
          size: Number(readElement(entry!, 'Size')),
          changedAtMs: Date.parse(readElement(entry!, 'LastModified')),
        }
      token = readElement(page, 'IsTruncated') === 'true' ? readElement(page, 'NextContinuationToken') : undefined
    } while (token)
  }
  /** Asserts that the bucket can be listed, with a single attempt. @throws FileStoreUnavailable */
  async check(): Promise<void> {
    const query = { 'list-type': '2', 'max-keys': '1' }
    await this.send({ method: 'GET', key: '', query }, readText, 1)
  }

  /**
   * Sends a request until it is answered.
   * @param read reads the answer; the request is repeated if the answer breaks off
   * @throws S3Error for an answer that concerns this object, FileStoreUnavailable for everything else
   */
  private async send<T>(
    request: S3Request,
    read: (answer: Response) => Promise<T>,
    maxAttempts = this.isAway ? 1 : MAX_ATTEMPTS,
  ): Promise<T> {
    const startedAt = performance.now()
    for (let attempt = 1; ; attempt++) {
      try {
        const content = await this.attempt(request, read)
        this.isAway = false
        return content
      } catch (error) {
        if (error instanceof WrongContent || request.signal?.aborted) throw error
        const isTemporary = !(error instanceof S3Error) || isTemporaryStatus(error)
        if (!isTemporary) {
          this.isAway = false
          throw isSettingsError(error) ? this.createUnavailable(error) : error
        }
        const pauseMs = FIRST_PAUSE_MS * 2 ** (attempt - 1) * (0.5 + Math.random() / 2)
        if (attempt >= maxAttempts || performance.now() - startedAt + pauseMs > RETRY_FOR_MS) {
          this.isAway = true
          throw this.createUnavailable(error)
        }
        await pause(pauseMs)
      }
    }
  }
  private async attempt<T>(
    { method, key, query = {}, headers = {}, content, signal }: S3Request,
    read: (answer: Response) => Promise<T>,
  ): Promise<T> {
    const url = new URL(`${this.bucketUrl}${key ? `/${key}` : ''}`)
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
    const { accessKey, secretKey, region } = this.settings
    const size = !content ? 0 : content.body instanceof Uint8Array ? content.body.byteLength : content.body.size
    const signer = new AwsV4Signer({
      method,
      url: url.href,
      headers: { ...headers, 'x-amz-content-sha256': content?.sha256 ?? EMPTY_SHA256 },
      accessKeyId: accessKey,
      secretAccessKey: secretKey,
      region,
      service: 's3',
      cache: this.signingKeys,
    })
    const signedRequest = await signer.sign()
    // The length is not signed. Without it a stream would be sent in chunks, which S3 refuses.
    if (content) signedRequest.headers.set('content-length', String(size))
    const controller = new AbortController()
    const abort = (): void => controller.abort(signal?.reason)
    signal?.addEventListener('abort', abort)
    const timer = setTimeout(
      () => controller.abort(new Error('no answer in time')),
      ANSWER_TIMEOUT_MS + size / MIN_BYTES_PER_MS,
    )
    const stream = content && !(content.body instanceof Uint8Array) ? openVerifiedStream(content) : null
    try {
      const answer = await fetch(signedRequest.url, {
        method,
        headers: signedRequest.headers,
        redirect: 'manual',
        signal: controller.signal,
        ...(stream
          ? { body: Readable.toWeb(stream) as ReadableStream<Uint8Array>, duplex: 'half' as const }
          : content
            ? { body: content.body as Uint8Array<ArrayBuffer> }
            : {}),
      })
      if (answer.ok) return await read(answer)
      throw await readError(answer)
    } catch (error) {
      throw findWrongContent(error) ?? error
    } finally {
      clearTimeout(timer)
      stream?.destroy()
    }
  }
  private createUnavailable(error: unknown): FileStoreUnavailable {
    return new FileStoreUnavailable(`The file store ${describeProblem(error)}: ${this.place}`, { cause: error })
  }
}

/** Thrown if the bytes to send do not have the announced hash; a retry does not help. */
class WrongContent extends Error {}
function findWrongContent(error: unknown): WrongContent | undefined {
  for (let current = error, depth = 0; current instanceof Error && depth < 5; current = current.cause, depth++)
    if (current instanceof WrongContent) return current
  return undefined
}
/** Reads a source and fails at its end if its hash differs. */
function openVerifiedStream({ sha256, body }: NonNullable<S3Request['content']>): Readable {
  async function* readAndHash(): AsyncGenerator<Uint8Array, void> {
    const hash = createHash('sha256')
    for await (const block of (body as StreamSource).read()) {
      hash.update(block as Uint8Array)
      yield block as Uint8Array
    }
    const actualHash = hash.digest('hex')
    if (actualHash !== sha256)
      throw new WrongContent(`bytes with the SHA-256 ${actualHash} were to be stored as ${sha256}`)
  }
  return Readable.from(readAndHash(), { objectMode: false })
}

const readText = (answer: Response): Promise<string> => answer.text()
const readElement = (xml: string, name: string): string =>
  (new RegExp(`<${name}>(.*?)</${name}>`, 's').exec(xml)?.[1] ?? '').replace(
    /&(amp|lt|gt|quot|apos);/g,
    (_, entity: string) => ({ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" })[entity]!,
  )
async function readError(answer: Response): Promise<S3Error> {
  const text = await answer.text().catch(() => '') // the answer of a broken proxy may have none
  const code = readElement(text, 'Code') || String(answer.status)
  return new S3Error(answer.status, code, `${answer.status} ${readElement(text, 'Message') || code}`)
}
/** True if a retry may succeed. After BadDigest it may: the content was verified here, so it was damaged on the way. */
const isTemporaryStatus = ({ status, code }: S3Error): boolean =>
  status >= 500 ||
  [408, 425, 429].includes(status) ||
  /^(BadDigest|XAmzContentSHA256Mismatch|RequestTimeout|SlowDown)$/.test(code)
/** True if the settings are wrong. Status 404 (except for a missing bucket) and 416 concern the object only. */
const isSettingsError = ({ status, code }: S3Error): boolean =>
  !(status === 404 && code !== 'NoSuchBucket') && status !== 416

/** Says what is wrong with a store and what the operator does about it. */
function describeProblem(error: unknown): string {
  if (!(error instanceof S3Error)) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
    const { code, message } = cause as NodeJS.ErrnoException
    return `does not answer (${code ?? message})`
  }
  const { status, code, message } = error
  if (code === 'NoSuchBucket') return 'does not have this bucket; create it or correct FILES_S3_BUCKET'
  if (code === 'RequestTimeTooSkewed') return 'has another time; synchronize the clocks'
  if (/^(InvalidAccessKeyId|SignatureDoesNotMatch)$/.test(code))
    return `does not accept FILES_S3_ACCESS_KEY and FILES_S3_SECRET_KEY (${code})`
  if (status === 403) return `does not allow this access key to do that (${code})`
  if (/^(AuthorizationHeaderMalformed|PermanentRedirect|IllegalLocationConstraint.*)$/.test(code) || status === 301)
    return `expects another region; correct FILES_S3_REGION (${message})`
  return `refuses (${message})`
}
