/**
 * One holder per data folder, without native code.
 *
 * The lock is a listening local socket in the folder. The kernel closes it when its process dies for any reason, so a
 * lock that refuses connections is dead and may be taken over. Other processes send requests to the holder over the
 * same socket (a backup).
 * On Windows a named pipe serves both purposes, and the system itself allows one owner.
 */
import { createHash, randomBytes } from 'node:crypto'
import fs from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { DataFolderInUse } from '../errors'

const SOCKET_NAME = 'lock.sock'
/** Maximum path length of a local socket in bytes (104 on macOS, 108 on Linux, terminator included). */
const MAX_PATH_BYTES = process.platform === 'darwin' ? 103 : 107
/** If our lock is still in place after this time, no other process has taken it over. */
const SETTLE_MS = 150
/** Attempts to take the lock, while other processes take over the same dead lock. */
const MAX_ATTEMPTS = 50

export interface Lock {
  release(): Promise<void>
}

/** Handles one connection; the first line, which names the holder, has been sent. */
export type ConnectionHandler = (socket: net.Socket) => void

/**
 * Takes the lock of a data folder.
 * @param onConnection handles connections of other processes
 * @throws DataFolderInUse with the holder's process id
 */
export async function lockFolder(dataDir: string, onConnection: ConnectionHandler): Promise<Lock> {
  return process.platform === 'win32' ? lockPipe(dataDir, onConnection) : lockSocket(dataDir, onConnection)
}

/** Returns the address on which the holder of a data folder listens. */
export function getLockAddress(dataDir: string): string {
  const folder = fs.realpathSync(dataDir)
  if (process.platform === 'win32')
    return `\\\\.\\pipe\\nonwoven-mes-${createHash('sha256').update(folder.toLowerCase()).digest('hex').slice(0, 32)}`
  return shortenPath(path.join(folder, SOCKET_NAME))
}

/** Returns the process id of a data folder's holder: 0 if it does not tell, undefined if there is none. */
export async function findLockHolder(dataDir: string): Promise<number | undefined> {
  return fs.existsSync(dataDir) ? askHolder(getLockAddress(dataDir)) : undefined
}

async function lockPipe(dataDir: string, onConnection: ConnectionHandler): Promise<Lock> {
  const address = getLockAddress(dataDir)
  try {
    const server = await listen(address, onConnection)
    return { release: () => closeServer(server) }
  } catch (error) {
    if (getErrorCode(error) !== 'EADDRINUSE') throw error
    throw new DataFolderInUse(dataDir, await askHolder(address))
  }
}

async function lockSocket(dataDir: string, onConnection: ConnectionHandler): Promise<Lock> {
  const address = getLockAddress(dataDir)
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const ownSocket = shortenPath(
      path.join(fs.realpathSync(dataDir), `${SOCKET_NAME}.${randomBytes(4).toString('hex')}`),
    )
    const server = await listen(ownSocket, onConnection)
    // The permissions are set before the socket gets the name that other processes look for.
    fs.chmodSync(ownSocket, 0o600)
    const identity = getSocketIdentity(ownSocket)
    const isLinked = tryLink(ownSocket, address)
    fs.rmSync(ownSocket, { force: true })
    if (isLinked) {
      await pause(SETTLE_MS)
      if (getSocketIdentity(address) === identity) return { release: () => releaseSocket(server, address, identity) }
      await closeServer(server)
      throw new DataFolderInUse(dataDir, await askHolder(address))
    }
    await closeServer(server)
    await removeDeadLock(dataDir, address)
  }
  throw new DataFolderInUse(dataDir)
}

/**
 * Removes a lock whose process is gone. Another process may have created its lock in the meantime: if the moved file is
 * not the probed lock, it is moved back.
 */
async function removeDeadLock(dataDir: string, address: string): Promise<void> {
  const deadIdentity = getSocketIdentity(address)
  if (deadIdentity === undefined) return
  const holder = await askHolder(address)
  if (holder !== undefined) throw new DataFolderInUse(dataDir, holder)
  const movedAddress = `${address}.${randomBytes(4).toString('hex')}`
  try {
    fs.renameSync(address, movedAddress)
  } catch (error) {
    if (getErrorCode(error) === 'ENOENT') return
    throw error
  }
  if (getSocketIdentity(movedAddress) === deadIdentity) fs.rmSync(movedAddress, { force: true })
  else fs.renameSync(movedAddress, address)
}

async function releaseSocket(server: net.Server, address: string, identity: string | undefined): Promise<void> {
  if (getSocketIdentity(address) === identity) fs.rmSync(address, { force: true })
  await closeServer(server)
}

/** Returns the process id of a living holder (0 if it does not tell), or undefined if nobody listens. */
function askHolder(address: string): Promise<number | undefined> {
  return new Promise((resolve) => {
    const socket = net.connect(address)
    let receivedText = ''
    const finish = (holder: number | undefined): void => {
      socket.destroy()
      resolve(holder)
    }
    socket.setTimeout(1000, () => finish(0))
    socket.on('error', (error) =>
      finish(['ECONNREFUSED', 'ENOENT', 'ENOTSOCK'].includes(getErrorCode(error) ?? '') ? undefined : 0),
    )
    socket.on('data', (chunk) => {
      receivedText += chunk.toString()
      if (receivedText.includes('\n')) finish(Number(/"pid":(\d+)/.exec(receivedText)?.[1] ?? 0))
    })
    socket.on('end', () => finish(0))
  })
}

function listen(address: string, onConnection: ConnectionHandler): Promise<net.Server> {
  const server = net.createServer((socket) => {
    socket.on('error', () => socket.destroy())
    socket.write(`${JSON.stringify({ pid: process.pid })}\n`)
    onConnection(socket)
  })
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(address, () => {
      server.unref()
      resolve(server)
    })
  })
}

function closeServer(server: net.Server): Promise<void> {
  return new Promise((resolve) => server.close(() => resolve()))
}

function tryLink(from: string, to: string): boolean {
  try {
    fs.linkSync(from, to)
    return true
  } catch (error) {
    if (getErrorCode(error) === 'EEXIST') return false
    throw error
  }
}

/** Identifies a socket, even if another one gets the same inode number later. */
function getSocketIdentity(file: string): string | undefined {
  const stats = fs.lstatSync(file, { bigint: true, throwIfNoEntry: false })
  return stats && `${stats.ino}:${stats.mtimeNs}`
}

/** Makes a long path relative to the working folder, because paths of local sockets are limited. */
function shortenPath(file: string): string {
  if (Buffer.byteLength(file) <= MAX_PATH_BYTES) return file
  const relative = path.relative(process.cwd(), file)
  if (Buffer.byteLength(relative) <= MAX_PATH_BYTES) return relative
  throw new Error(
    `The path of the data folder is too long for a local socket (${Buffer.byteLength(file)} bytes, at most ${MAX_PATH_BYTES}): ${file}`,
  )
}

function getErrorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}
