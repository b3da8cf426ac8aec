/**
 * Types of the functions of PGlite's Emscripten file system that the durable file system replaces. PGlite's typings omit
 * them.
 */

export interface FileNode {
  mode: number
}

export interface FileStream {
  node: FileNode
  /** Node's file descriptor. */
  nfd?: number | null
  shared: { refcount: number }
}

interface Attributes {
  size?: number
}

export interface EmscriptenModule {
  FS: {
    isFile(mode: number): boolean
    ErrnoError: new (errno: number) => Error
  }
  NODEFS: {
    realPath(node: FileNode): string
    stream_ops: {
      fsync?: (stream: FileStream) => number
      write: (stream: FileStream, buffer: Uint8Array, offset: number, length: number, position: number) => number
      close: (stream: FileStream) => void
      setattr: (stream: FileStream, attributes: Attributes) => void
    }
    node_ops: {
      unlink: (parent: FileNode, name: string) => void
      rename: (node: FileNode, folder: FileNode, name: string) => void
      setattr: (node: FileNode, attributes: Attributes) => void
    }
  }
}

/** EIO in Emscripten's (WASI) numbering. */
export const FS_EIO = 29
/** Names of error numbers that a disk may cause, in the same numbering. */
const ERROR_NAMES: Readonly<Record<number, string>> = {
  2: 'EACCES',
  19: 'EDQUOT',
  [FS_EIO]: 'EIO',
  33: 'EMFILE',
  41: 'ENFILE',
  51: 'ENOSPC',
  63: 'EPERM',
  69: 'EROFS',
}
/** Formats a thrown value. The engine's file system throws objects that are not errors and have only an error number. */
export function formatThrown(thrown: unknown): string {
  if (typeof thrown !== 'object' || thrown === null) return String(thrown)
  const { errno, message, name } = thrown as { errno?: unknown; message?: unknown; name?: unknown }
  const code = typeof errno === 'number' ? (ERROR_NAMES[errno] ?? `errno ${errno}`) : ''
  return [code, message || name].filter(Boolean).join(' ') || JSON.stringify(thrown)
}
