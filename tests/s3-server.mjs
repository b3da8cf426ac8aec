import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'

const PACKAGES = 'swift-proxy swift-account swift-container swift-object'
const DAEMONS = ['account', 'container', 'object', 'proxy']
const START_TIMEOUT_MS = 30_000

/**
 * Starts OpenStack Swift with its S3 interface, in a new folder and on free ports. Plants really use Swift, it verifies signatures
 * and checksums, and Debian and Ubuntu package it; no mock on npm has all of this. `pause` makes the server refuse connections
 * until `resume`. Returns a null `url` and the reason (`why`) if Swift cannot be started.
 */
export async function startS3Server() {
  if (!existsSync('/usr/bin/swift-proxy-server'))
    return { url: null, why: `OpenStack Swift is not installed (packages "${PACKAGES}").` }
  const folder = mkdtempSync(join(tmpdir(), 'swift-'))
  const ports = await findFreePorts(DAEMONS.length)
  writeConfiguration(folder, ports)
  // Only the system's Python has the modules of the packages.
  const rings = spawnSync('/usr/bin/python3', ['-c', RINGS, folder, ...ports.slice(0, 3).map(String)], {
    encoding: 'utf8',
  })
  if (rings.status !== 0) return { url: null, why: `Swift's rings could not be built: ${rings.stderr || rings.error}` }
  const log = join(folder, 'log')
  const launch = (name) =>
    spawn('/usr/bin/python3', ['-c', DAEMON, folder, name], {
      stdio: ['ignore', openSync(log, 'a'), openSync(log, 'a')],
      detached: true, // a process group, so that the workers end with their parent
    })
  const processes = new Map(DAEMONS.map((name) => [name, launch(name)]))
  const end = async (name) => {
    const child = processes.get(name)
    processes.delete(name)
    if (!child || child.exitCode !== null) return
    const ended = new Promise((resolve) => child.once('exit', resolve))
    killGroup(child)
    await ended
  }
  process.on('exit', () => processes.forEach(killGroup))
  const url = `http://127.0.0.1:${ports[3]}`
  const stop = async () => {
    await Promise.all(DAEMONS.map(end))
    rmSync(folder, { recursive: true, force: true })
  }
  if (!(await waitUntilReady(ports))) {
    const why = `Swift was started and did not answer: ${readFileSync(log, 'utf8').slice(-2000)}`
    await stop()
    return { url: null, why }
  }
  return {
    url,
    accessKey: 'test:tester',
    secretKey: 'testing',
    stop,
    pause: () => end('proxy'),
    resume: async () => {
      processes.set('proxy', launch('proxy'))
      if (!(await waitUntilReady(ports))) throw new Error('Swift was started again and did not answer')
    },
  }
}

function killGroup(child) {
  try {
    process.kill(-child.pid, 'SIGKILL')
  } catch (error) {
    if (error.code !== 'ESRCH') throw error
  }
}

/** One replica on one device: `<folder>/device`. */
const RINGS = `
import sys
from swift.common.ring import RingBuilder
folder, *ports = sys.argv[1:]
for name, port in zip(['account', 'container', 'object'], ports):
    builder = RingBuilder(4, 1, 0)
    builder.add_dev(dict(id=0, region=1, zone=1, weight=1, ip='127.0.0.1', port=int(port), device='device',
        replication_ip='127.0.0.1', replication_port=int(port), meta=''))
    builder.rebalance()
    builder.get_ring().save(f'{folder}/{name}.ring.gz')
`

/** Runs `swift-<name>-server` with the configuration of this folder instead of /etc/swift/swift.conf. */
const DAEMON = `
import sys
folder, name = sys.argv[1:]
from swift.common import utils
utils.SWIFT_CONF_FILE = f'{folder}/swift.conf'
from swift.common.wsgi import run_wsgi
sys.exit(run_wsgi(f'{folder}/{name}.conf', f'{name}-server', verbose=True))
`

function writeConfiguration(folder, ports) {
  writeFileSync(
    join(folder, 'swift.conf'),
    '[swift-hash]\nswift_hash_path_suffix = test\n[storage-policy:0]\nname = one\ndefault = yes\n',
  )
  mkdirSync(join(folder, 'device'))
  const common = (port) => `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
workers = 0
user = ${userInfo().username}
swift_dir = ${folder}
devices = ${folder}
mount_check = false
fallocate_reserve = 0
`
  const [account, container, object, proxy] = ports
  for (const [name, port] of Object.entries({ account, container, object }))
    writeFileSync(
      join(folder, `${name}.conf`),
      `${common(port)}[pipeline:main]\npipeline = ${name}-server\n[app:${name}-server]\nuse = egg:swift#${name}\n`,
    )
  writeFileSync(
    join(folder, 'proxy.conf'),
    `${common(proxy)}[pipeline:main]
pipeline = catch_errors gatekeeper healthcheck cache listing_formats bulk s3api tempauth slo dlo proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
# After errors the proxy would skip its only servers for a minute, and a busy machine causes errors.
error_suppression_interval = 1
error_suppression_limit = 1000000
conn_timeout = 5
node_timeout = 30
[filter:tempauth]
use = egg:swift#tempauth
user_test_tester = testing .admin
[filter:s3api]
use = egg:swift#s3api
location = us-east-1
${['catch_errors', 'gatekeeper', 'healthcheck', 'listing_formats', 'bulk', 'slo', 'dlo'].map((name) => `[filter:${name}]\nuse = egg:swift#${name}`).join('\n')}
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:1
`,
  )
}

/** Waits until every daemon answers a request, whatever the answer is. */
async function waitUntilReady(ports) {
  const deadline = Date.now() + START_TIMEOUT_MS
  for (const port of ports)
    while (!(await fetch(`http://127.0.0.1:${port}/healthcheck`).catch(() => null))) {
      if (Date.now() > deadline) return false
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  return true
}
async function findFreePorts(count) {
  const servers = await Promise.all(
    Array.from(
      { length: count },
      () =>
        new Promise((resolve) => {
          const server = createServer().listen(0, '127.0.0.1', () => resolve(server))
        }),
    ),
  )
  const ports = servers.map((server) => server.address().port)
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))))
  return ports
}
