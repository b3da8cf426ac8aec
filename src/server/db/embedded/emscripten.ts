/** The parts of Emscripten's file system inside PGlite that the durable file system changes; PGlite's typings leave them out. */

export interface FileNode {
  mode: number
}

export interface FileStream {
  node: FileNode
  /** Node's file descriptor */
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
