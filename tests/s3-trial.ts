/** A real S3 server behind a gateway that causes the faults of real networks and servers. */
import { createServer, request as sendRequest, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { randomBytes } from 'node:crypto'
import { AwsV4Signer } from 'aws4fetch'
import type { S3Settings } from '@/server/files/s3-settings'
import { startS3Server, type S3TestServer } from './s3-server.mjs'

/** `cut-answer` drops the connection during the answer; `damage-answer` and `damage-request` change one byte. */
export type Fault = 'none' | '500' | '503' | 'reset' | 'cut-answer' | 'damage-answer' | 'damage-request'
export interface S3Gateway {
  url: string
  /** Applies these faults to the next requests, one fault per request. */
  fail(faults: Fault[]): void
  behaveWell(): void
  /** Delay of each request, ms. */
  delayMs: number
  /** Number of requests since the last `fail` or `behaveWell`. */
  readonly requestCount: number
  /** Number of unanswered requests. */
  readonly openCount: number
}
export interface S3Trial {
  server: Exclude<S3TestServer, { url: null }>
  gateway: S3Gateway
  stop(): Promise<void>
}

/** Starts server and gateway. Returns null and prints a warning if no S3 server is installed. @throws in CI if none is installed */
export async function openS3Trial(): Promise<S3Trial | null> {
  const server = await startS3Server()
  if (server.url === null) {
    if (process.env['CI']) throw new Error(server.why)
    process.stderr.write(`\n!! S3 NOT TESTED: ${server.why}\n`)
    return null
  }
  const { gateway, close } = await openGateway(server.url)
  return {
    server,
    gateway,
    stop: async () => {
      close()
      await server.stop()
    },
  }
}
/** Creates an empty bucket. @returns the settings to reach the bucket through the gateway */
export const createBucket = ({ server, gateway }: S3Trial): Promise<S3Settings> => createBucketAt(gateway.url, server)
export async function createBucketAt(endpoint: string, server: S3Trial['server']): Promise<S3Settings> {
  const settings = {
    endpoint,
    bucket: `plant-${randomBytes(6).toString('hex')}`,
    region: 'us-east-1',
    accessKey: server.accessKey,
    secretKey: server.secretKey,
    isPathStyle: true,
  }
  const { url, headers } = await new AwsV4Signer({
    method: 'PUT',
    url: `${settings.endpoint}/${settings.bucket}`,
    accessKeyId: settings.accessKey,
    secretAccessKey: settings.secretKey,
    region: settings.region,
    service: 's3',
  }).sign()
  const answer = await fetch(url, { method: 'PUT', headers })
  if (!answer.ok) throw new Error(`the bucket could not be created: ${await answer.text()}`)
  return settings
}

async function openGateway(target: string): Promise<{ gateway: S3Gateway; close: () => void }> {
  const faults: Fault[] = []
  const { port, hostname } = new URL(target)
  let requestCount = 0
  let openCount = 0
  const server = createServer((request, response) => {
    requestCount++
    openCount++
    response.once('close', () => openCount--)
    const fault = faults.shift()
    if (gateway.delayMs > 0)
      return void setTimeout(() => forward(request, response, { port, hostname, fault }), gateway.delayMs)
    if (fault === 'reset') return void request.socket.destroy()
    if (fault === '500' || fault === '503') {
      request.resume()
      return void response.writeHead(Number(fault)).end('<Error><Code>InternalError</Code></Error>')
    }
    forward(request, response, { port, hostname, fault })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const resetFaults = (nextFaults: Fault[]): void => {
    faults.splice(0, faults.length, ...nextFaults)
    requestCount = 0
  }
  const gateway: S3Gateway = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    delayMs: 0,
    fail: resetFaults,
    behaveWell: () => resetFaults([]),
    get requestCount() {
      return requestCount
    },
    get openCount() {
      return openCount
    },
  }
  const close = (): void => {
    server.close()
    server.closeAllConnections()
  }
  return { gateway, close }
}

function forward(
  request: IncomingMessage,
  response: ServerResponse,
  { port, hostname, fault }: { port: string; hostname: string; fault: Fault | undefined },
): void {
  const outgoing = sendRequest(
    { port, hostname, method: request.method, path: request.url, headers: request.headers },
    (answer) => {
      response.writeHead(answer.statusCode!, answer.headers)
      // Swift sends a chunk after the answer to HEAD, which Node's client treats as an error.
      if (request.method === 'HEAD') return void response.end()
      let blockCount = 0
      answer.on('data', (block: Buffer) => {
        blockCount++
        if (fault === 'damage-answer' && blockCount === 1) block[0]! ^= 1
        if (fault === 'cut-answer' && blockCount > 1) return void response.destroy()
        response.write(block)
      })
      answer.on('end', () => response.end())
      response.once('close', () => answer.destroy())
    },
  )
  outgoing.on('error', () => response.destroy())
  let isFirstBlock = true
  request.on('data', (block: Buffer) => {
    if (fault === 'damage-request' && isFirstBlock) block[0]! ^= 1
    isFirstBlock = false
    outgoing.write(block)
  })
  request.on('end', () => outgoing.end())
  request.on('error', () => outgoing.destroy())
}
