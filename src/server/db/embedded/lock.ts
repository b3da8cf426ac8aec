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

const NAME = 'lock.sock'
/** Maximum path length of a local socket in bytes (104 on macOS, 108 on Linux, terminator included). */
const LONGEST_PATH = process.platform === 'darwin' ? 103 : 107
/** A lock that is still in place after this time is ours, even if another process tried to take over. */
const SETTLE_MS = 150

export interface Lock {
  release(): Promise<void>
}

/** Handles one connection; the first line, which names the holder, has been sent. */
export type Visitor = (socket: net.Socket) => void

/**
 * Takes the lock of a data folder.
 * @param onConnection handles connections of other processes
 * @throws DataFolderInUse with the holder's process id
 */
export async function lockFolder(dataDir: string, visit: Visitor): Promise<Lock> {
  return process.platform === 'win32' ? lockPipe(dataDir, visit) : lockSocket(dataDir, visit)
}

/** Returns the address on which the holder of a data folder listens. */
export function lockAddress(dataDir: string): string {
  const folder = fs.realpathSync(dataDir)
  if (process.platform === 'win32')
    return `\\\\.\\pipe\\nonwoven-mes-${createHash('sha256').update(folder.toLowerCase()).digest('hex').slice(0, 32)}`
  return shortened(path.join(folder, NAME))
}

/** Returns the process id of a data folder's holder: 0 if it does not tell, undefined if there is none. */
export async function lockHolder(dataDir: string): Promise<number | undefined> {
  return fs.existsSync(dataDir) ? askHolder(lockAddress(dataDir)) : undefined
}

async function lockPipe(dataDir: string, visit: Visitor): Promise<Lock> {
  const address = lockAddress(dataDir)
  try {
    const server = await listen(address, visit)
    return { release: () => stop(server) }
  } catch (error) {
    if (codeOf(error) !== 'EADDRINUSE') throw error
    throw new DataFolderInUse(dataDir, await askHolder(address))
  }
}

async function lockSocket(dataDir: string, visit: Visitor): Promise<Lock> {
  const address = lockAddress(dataDir)
  for (let attempt = 0; attempt < 50; attempt++) {
    const own = shortened(path.join(fs.realpathSync(dataDir), `${NAME}.${randomBytes(4).toString('hex')}`))
    const server = await listen(own, visit)
    // Owner only, set before the name that others look for exists.
    fs.chmodSync(own, 0o600)
    const identity = identityOf(own)
    const linked = link(own, address)
    fs.rmSync(own, { force: true })
    if (linked) {
      await pause(SETTLE_MS)
      if (identityOf(address) === identity) return { release: () => releaseSocket(server, address, identity) }
      await stop(server)
      throw new DataFolderInUse(dataDir, await askHolder(address))
    }
    await stop(server)
    await clearDead(dataDir, address)
  }
  throw new DataFolderInUse(dataDir)
}

/**
 * Removes a lock whose process is gone. In the meantime another starter may have created its own lock: if the moved
 * file is not the probed one, it is moved back.
 */
async function clearDead(dataDir: string, address: string): Promise<void> {
  const asked = identityOf(address)
  if (asked === undefined) return
  const holder = await askHolder(address)
  if (holder !== undefined) throw new DataFolderInUse(dataDir, holder)
  const aside = `${address}.${randomBytes(4).toString('hex')}`
  try {
    fs.renameSync(address, aside)
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return
    throw error
  }
  if (identityOf(aside) === asked) fs.rmSync(aside, { force: true })
  else fs.renameSync(aside, address)
}

async function releaseSocket(server: net.Server, address: string, identity: string | undefined): Promise<void> {
  if (identityOf(address) === identity) fs.rmSync(address, { force: true })
  await stop(server)
}

/** Returns the process id of a living holder (0 if it does not tell), or undefined if nobody listens. */
function askHolder(address: string): Promise<number | undefined> {
  return new Promise((resolve) => {
    const socket = net.connect(address)
    let said = ''
    const finish = (holder: number | undefined): void => {
      socket.destroy()
      resolve(holder)
    }
    socket.setTimeout(1000, () => finish(0))
    socket.on('error', (error) =>
      finish(['ECONNREFUSED', 'ENOENT', 'ENOTSOCK'].includes(codeOf(error) ?? '') ? undefined : 0),
    )
    socket.on('data', (chunk) => {
      said += chunk.toString()
      if (said.includes('\n')) finish(Number(/"pid":(\d+)/.exec(said)?.[1] ?? 0))
    })
    socket.on('end', () => finish(0))
  })
}

function listen(address: string, visit: Visitor): Promise<net.Server> {
  const server = net.createServer((socket) => {
    socket.on('error', () => socket.destroy())
    socket.write(`${JSON.stringify({ pid: process.pid })}\n`)
    visit(socket)
  })
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(address, () => {
      server.unref()
      resolve(server)
    })
  })
}

function stop(server: net.Server): Promise<void> {
  return new Promise((resolve) => server.close(() => resolve()))
}

function link(from: string, to: string): boolean {
  try {
    fs.linkSync(from, to)
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  }
}

/** Identifies a socket, even if another one gets the same inode number later. */
function identityOf(file: string): string | undefined {
  const found = fs.lstatSync(file, { bigint: true, throwIfNoEntry: false })
  return found && `${found.ino}:${found.mtimeNs}`
}

/** Local sockets have short paths: a long path is made relative to the working folder. */
function shortened(file: string): string {
  if (Buffer.byteLength(file) <= LONGEST_PATH) return file
  const relative = path.relative(process.cwd(), file)
  if (Buffer.byteLength(relative) <= LONGEST_PATH) return relative
  throw new Error(
    `The path of the data folder is too long for a local socket (${Buffer.byteLength(file)} bytes, at most ${LONGEST_PATH}): ${file}`,
  )
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}
