/**
 * The files of the built app, read once at start. If the build were replaced under a running server, pages of one build
 * would mix with scripts of the other. Therefore the server keeps its build until it restarts. A build is about 13 MB,
 * including compressed variants.
 */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'
import { negotiate } from '@fastify/accept-negotiator'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { supportedEncodings } from './send-json'

type Encoding = (typeof supportedEncodings)[number]
interface FileVariant {
  readonly bytes: Buffer
  readonly etag: string
}
export interface BuiltFile {
  readonly type: string
  /** True if the name contains a content hash, so that the file never changes. */
  readonly hasHashedName: boolean
  readonly uncompressed: FileVariant
  /** Variants compressed by the build. */
  readonly compressed: ReadonlyMap<Encoding, FileVariant>
}
export type BuiltApp = ReadonlyMap<string, BuiltFile>

const encodingSuffixes: Readonly<Record<Encoding, string>> = { br: '.br', gzip: '.gz' }
const mimeTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'application/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
  '.txt': 'text/plain; charset=utf-8',
}
/** Type of all other files, e.g. packs that only the app reads. */
const DEFAULT_MIME_TYPE = 'application/octet-stream'

/**
 * Reads all files below a folder, keyed by path with `/` as separator. Source maps are left out: they only serve to
 * trace reported errors and are not public.
 */
export function readBuiltApp(folder: string): BuiltApp {
  const fileNames = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.map(?:\.br|\.gz)?$/.test(entry.name))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, '/'))
  const names = new Set(fileNames)
  const readVariant = (name: string): FileVariant => {
    const bytes = readFileSync(join(folder, name))
    return { bytes, etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 27)}"` }
  }
  return new Map(
    fileNames
      .filter((name) => !Object.values(encodingSuffixes).includes(extname(name)))
      .map((name) => [
        name,
        {
          type: mimeTypes[extname(name)] ?? DEFAULT_MIME_TYPE,
          hasHashedName: name.startsWith('assets/'),
          uncompressed: readVariant(name),
          compressed: new Map(
            supportedEncodings
              .filter((encoding) => names.has(name + encodingSuffixes[encoding]))
              .map((encoding) => [encoding, readVariant(name + encodingSuffixes[encoding])]),
          ),
        },
      ]),
  )
}

/** Sends a file in an encoding that the caller accepts, or 304 if the caller already has it. */
export function sendBuiltFile(request: FastifyRequest, reply: FastifyReply, file: BuiltFile): FastifyReply {
  const availableEncodings = supportedEncodings.filter((encoding) => file.compressed.has(encoding))
  const encoding = negotiate(request.headers['accept-encoding'] ?? '', availableEncodings)
  const variant = (encoding && file.compressed.get(encoding)) || file.uncompressed
  void reply
    .type(file.type)
    .header('Cache-Control', file.hasHashedName ? 'public, max-age=31536000, immutable' : 'no-cache')
    .header('ETag', variant.etag)
  if (availableEncodings.length) void reply.header('Vary', 'accept-encoding')
  if (matchesEtag(request.headers['if-none-match'], variant.etag)) return reply.code(304).send()
  if (variant !== file.uncompressed) void reply.header('Content-Encoding', encoding)
  return reply.send(variant.bytes)
}
/** True if the header contains the ETag. Weak tags match too, because a compressing proxy weakens them. */
const matchesEtag = (ifNoneMatch: string | undefined, etag: string): boolean =>
  ifNoneMatch?.split(',').some((headerTag) => headerTag.trim().replace(/^W\//, '') === etag) ?? false
