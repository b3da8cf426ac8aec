/** Sends files, compressed while they are read. */
import { pipeline, Readable } from 'node:stream'
import zlib from 'node:zlib'
import { negotiate } from '@fastify/accept-negotiator'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FileAnswer } from '../context'
import { brotliParams, COMPRESSION_THRESHOLD_BYTES, supportedEncodings } from './send-json'

/** Types that become smaller. Pictures, PDF files and workbooks are compressed already. */
const compressibleTypes = /^text\/(?!event-stream)|[/+](?:json|xml)(?:;|$)/

/** Sends a file as an attachment, or 304 if the reader has this version. */
export function sendFile(request: FastifyRequest, reply: FastifyReply, file: FileAnswer): FastifyReply {
  if (isUnmodified(request, file)) return sendNotModified(reply, file)
  const asciiName = file.fileName.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  void reply.headers({
    'Content-Type': file.mime,
    'Content-Disposition': `attachment; filename="${asciiName}"; filename*=UTF-8''${encodeURIComponent(file.fileName)}`,
    'Cache-Control': 'private, no-store',
    ...file.headers,
  })
  return reply.send(compressBody(request, reply, file))
}

/**
 * Compresses a body if that helps and the reader accepts it. This does not use @fastify/compress, which takes a table
 * beginning with "80" for compressed data, and sends the table unchanged although it announces an encoding.
 */
function compressBody(request: FastifyRequest, reply: FastifyReply, { body, mime, headers }: FileAnswer) {
  const isLarge = body instanceof Readable || body.length >= COMPRESSION_THRESHOLD_BYTES
  const encoding =
    isLarge && compressibleTypes.test(mime) && negotiate(request.headers['accept-encoding'] ?? '', supportedEncodings)
  if (!encoding) return body
  void reply.headers({
    'Content-Encoding': encoding,
    Vary: headers['Vary'] ? `${headers['Vary']}, accept-encoding` : 'accept-encoding',
  })
  const compressor = encoding === 'br' ? zlib.createBrotliCompress({ params: brotliParams }) : zlib.createGzip()
  // An error of the body destroys the compressor as well, so the connection breaks instead of ending like a whole file.
  pipeline(Readable.from(Buffer.isBuffer(body) ? [body] : body), compressor, () => {})
  return compressor
}

/** True if the reader already has this version of the file. @see RFC 9110 section 13.1.2 */
function isUnmodified(request: FastifyRequest, { headers }: FileAnswer): boolean {
  const ifNoneMatch = request.headers['if-none-match']
  return (
    headers['ETag'] !== undefined &&
    Boolean(ifNoneMatch?.split(',').some((tag) => tag.trim().replace(/^W\//, '') === headers['ETag']))
  )
}
function sendNotModified(reply: FastifyReply, { body, headers }: FileAnswer): FastifyReply {
  if (body instanceof Readable) body.destroy()
  return reply.status(304).headers(headers).send()
}
