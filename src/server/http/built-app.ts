/**
 * The files of the built app, read once at start. Replacing the build under a running server would otherwise mix pages
 * of one build with scripts of the other, so the server keeps its build until it restarts. A build is about 13 MB,
 * including compressed variants.
 */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'
import { negotiate } from '@fastify/accept-negotiator'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { encodings } from './send-json'

type Encoding = (typeof encodings)[number]
interface Form {
  readonly bytes: Buffer
  readonly etag: string
}
export interface BuiltFile {
  readonly type: string
  /** True if the name contains a content hash, so that the file never changes. */
  readonly hashed: boolean
  readonly plain: Form
  /** Variants compressed by the build. */
  readonly compressed: ReadonlyMap<Encoding, Form>
}
export type BuiltApp = ReadonlyMap<string, BuiltFile>

const endings: Readonly<Record<Encoding, string>> = { br: '.br', gzip: '.gz' }
const types: Readonly<Record<string, string>> = {
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
const BYTES = 'application/octet-stream'

/**
 * Reads all files below a folder, keyed by path with `/` as separator. Source maps are left out: they only serve to
 * trace reported errors and are not public.
 */
export function readBuiltApp(folder: string): BuiltApp {
  const found = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.map(?:\.br|\.gz)?$/.test(entry.name))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, '/'))
  const names = new Set(found)
  const formOf = (name: string): Form => {
    const bytes = readFileSync(join(folder, name))
    return { bytes, etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 27)}"` }
  }
  return new Map(
    found
      .filter((name) => !Object.values(endings).includes(extname(name)))
      .map((name) => [
        name,
        {
          type: types[extname(name)] ?? BYTES,
          hashed: name.startsWith('assets/'),
          plain: formOf(name),
          compressed: new Map(
            encodings
              .filter((encoding) => names.has(name + endings[encoding]))
              .map((encoding) => [encoding, formOf(name + endings[encoding])]),
          ),
        },
      ]),
  )
}

/** Sends a file in an encoding that the caller accepts, or 304 if the caller already has it. */
export function sendBuilt(request: FastifyRequest, reply: FastifyReply, file: BuiltFile): FastifyReply {
  const made = encodings.filter((encoding) => file.compressed.has(encoding))
  const encoding = negotiate(request.headers['accept-encoding'] ?? '', made)
  const form = (encoding && file.compressed.get(encoding)) || file.plain
  void reply
    .type(file.type)
    .header('Cache-Control', file.hashed ? 'public, max-age=31536000, immutable' : 'no-cache')
    .header('ETag', form.etag)
  if (made.length) void reply.header('Vary', 'accept-encoding')
  if (has(request.headers['if-none-match'], form.etag)) return reply.code(304).send()
  if (form !== file.plain) void reply.header('Content-Encoding', encoding)
  return reply.send(form.bytes)
}
/** True if the header contains the ETag. Weak tags match too, because a compressing proxy weakens them. */
const has = (known: string | undefined, etag: string): boolean =>
  known?.split(',').some((one) => one.trim().replace(/^W\//, '') === etag) ?? false
