/** Forms far too large, sent to a server as an ill-meaning person would: without waiting for permission. */
import { connect } from 'node:net'

const MB = 1024 * 1024
const BOUNDARY = 'a-boundary-of-the-form'
/** Sent over and over, so that the sender's own memory stays small. */
const block = Buffer.alloc(MB, 'x')

export interface LargeForm {
  path: string
  token: string
  fields?: Record<string, string>
  files: number
  /** Of each file. */
  megabytes: number
  field?: string
  fileName?: string
  /** What each file begins with. */
  head?: Buffer
  /** Announces its length, instead of coming in chunks. */
  announced?: boolean
  /** Goes on sending whatever the server answers, until it is cut off or all is sent. */
  stubborn?: boolean
}
export interface Outcome {
  /** HTTP status; 0 when the connection was cut before any answer. */
  status: number
  errno: string
  retryAfter: number
  /** Bytes written. */
  sent: number
}

/** Sends it until the server answers, or cuts the connection. */
export async function sendLargeForm(url: string, form: LargeForm): Promise<Outcome> {
  const { path, token, files, megabytes, announced = false, stubborn = false } = form
  const { head, fileHead, tail } = envelopeOf(form)
  const length = head.length + files * (fileHead.length + megabytes * MB) + tail.length
  const outcome: Outcome = { status: 0, errno: '', retryAfter: 0, sent: 0 }
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  const closed = new Promise((resolve) => socket.once('close', resolve))
  socket.on('error', () => undefined) // being cut off is told by the close
  let said = ''
  socket.setEncoding('utf8').on('data', (text: string) => {
    said += text
    outcome.status = Number(/^HTTP\/1\.1 (\d+)/.exec(said)?.[1] ?? 0)
    outcome.retryAfter = Number(/^retry-after: (\d+)/im.exec(said)?.[1] ?? 0)
    outcome.errno = /"errno":"(\w+)"/.exec(said)?.[1] ?? ''
    if (outcome.errno && !stubborn) socket.destroy()
  })
  const send = async (bytes: Buffer | string) => {
    if (!socket.destroyed && !socket.write(bytes))
      await Promise.race([new Promise((resolve) => socket.once('drain', resolve)), closed])
  }
  const body = async (bytes: Buffer) => {
    if (!announced) await send(`${bytes.length.toString(16)}\r\n`)
    await send(bytes)
    if (!announced) await send('\r\n')
    if (!socket.destroyed) outcome.sent += bytes.length
  }
  await send(
    `POST /api${path} HTTP/1.1\r\nHost: x\r\nAuthorization: ${token}\r\nContent-Type: multipart/form-data; boundary=${BOUNDARY}\r\n${announced ? `Content-Length: ${length}` : 'Transfer-Encoding: chunked'}\r\n\r\n`,
  )
  if (head.length) await body(head)
  for (let file = 0; file < files && !socket.destroyed; file++) {
    await body(fileHead)
    for (let n = 0; n < megabytes && !socket.destroyed; n++) await body(block)
  }
  await body(tail)
  if (!announced) await send('0\r\n\r\n')
  if (stubborn) socket.end()
  await closed
  return outcome
}

function envelopeOf({ fields = {}, field = 'file', fileName = 'a.xlsx', head = Buffer.alloc(0) }: LargeForm) {
  const texts = Object.entries(fields).map(
    ([name, value]) => `\r\n--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}`,
  )
  const opening = `\r\n--${BOUNDARY}\r\nContent-Disposition: form-data; name="${field}"; filename="${fileName}"\r\nContent-Type: application/octet-stream\r\n\r\n`
  return {
    head: Buffer.from(texts.join('')),
    fileHead: Buffer.concat([Buffer.from(opening), head]),
    tail: Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
  }
}
