/** Sends oversized forms like an attacker, i.e. without waiting for permission. */
import { connect } from 'node:net'

const MB = 1024 * 1024
const BOUNDARY = 'a-boundary-of-the-form'
/** Sent repeatedly to keep the sender’s memory small. */
const MEGABYTE_BLOCK = Buffer.alloc(MB, 'x')

export interface LargeForm {
  path: string
  token: string
  fields?: Record<string, string>
  fileCount: number
  megabytesPerFile: number
  field?: string
  fileName?: string
  /** First bytes of each file. */
  head?: Buffer
  /** Sends a Content-Length instead of chunks. */
  announcesLength?: boolean
  /** Continues to send after the server has answered. */
  ignoresAnswer?: boolean
}
export interface Outcome {
  /** HTTP status; 0 if the connection was cut before an answer. */
  status: number
  errno: string
  retryAfter: number
  /** Bytes of the body written. */
  sentBytes: number
}

/** Sends the form until the server answers or cuts the connection. */
export async function sendLargeForm(url: string, form: LargeForm): Promise<Outcome> {
  const { path, token, fileCount, megabytesPerFile, announcesLength = false, ignoresAnswer = false } = form
  const { head, fileHead, tail } = buildEnvelope(form)
  const length = head.length + fileCount * (fileHead.length + megabytesPerFile * MB) + tail.length
  const outcome: Outcome = { status: 0, errno: '', retryAfter: 0, sentBytes: 0 }
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  const closed = new Promise((resolve) => socket.once('close', resolve))
  socket.on('error', () => undefined) // "close" reports a cut connection
  let response = ''
  socket.setEncoding('utf8').on('data', (text: string) => {
    response += text
    outcome.status = Number(/^HTTP\/1\.1 (\d+)/.exec(response)?.[1] ?? 0)
    outcome.retryAfter = Number(/^retry-after: (\d+)/im.exec(response)?.[1] ?? 0)
    outcome.errno = /"errno":"(\w+)"/.exec(response)?.[1] ?? ''
    if (outcome.errno && !ignoresAnswer) socket.destroy()
  })
  const send = async (bytes: Buffer | string) => {
    if (!socket.destroyed && !socket.write(bytes))
      await Promise.race([new Promise((resolve) => socket.once('drain', resolve)), closed])
  }
  const sendBodyPart = async (bytes: Buffer) => {
    if (!announcesLength) await send(`${bytes.length.toString(16)}\r\n`)
    await send(bytes)
    if (!announcesLength) await send('\r\n')
    if (!socket.destroyed) outcome.sentBytes += bytes.length
  }
  await send(
    `POST /api${path} HTTP/1.1\r\nHost: x\r\nAuthorization: ${token}\r\nContent-Type: multipart/form-data; boundary=${BOUNDARY}\r\n${announcesLength ? `Content-Length: ${length}` : 'Transfer-Encoding: chunked'}\r\n\r\n`,
  )
  if (head.length) await sendBodyPart(head)
  for (let file = 0; file < fileCount && !socket.destroyed; file++) {
    await sendBodyPart(fileHead)
    for (let n = 0; n < megabytesPerFile && !socket.destroyed; n++) await sendBodyPart(MEGABYTE_BLOCK)
  }
  await sendBodyPart(tail)
  if (!announcesLength) await send('0\r\n\r\n')
  if (ignoresAnswer) socket.end()
  await closed
  return outcome
}

function buildEnvelope({ fields = {}, field = 'file', fileName = 'a.xlsx', head = Buffer.alloc(0) }: LargeForm) {
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
