/** Provides the package of the previous release: builds it from the history of this repository, or takes a given file. */
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { MissingComponent } from './plant-cluster'

const root = resolve(import.meta.dirname, '../..')
const MIGRATIONS = 'src/server/db/migrations'

/**
 * Unpacks a release.
 * @param archive its package; by default, builds the last commit without the newest migration, so that the two versions need
 *   different tables
 * @returns the folder of the program
 * @throws MissingComponent if the history does not reach back that far
 */
export function unpackPreviousRelease(archive: string | undefined, folder: string): string {
  mkdirSync(folder)
  execFileSync('tar', ['-xzf', archive ?? buildPreviousRelease(), '-C', folder])
  return join(folder, readdirSync(folder)[0]!)
}

/** @returns the package; it is built once for each commit */
function buildPreviousRelease(): string {
  const revision = findPreviousRevision()
  const cacheFolder = join(root, 'node_modules', '.cache', 'releases')
  const archive = join(cacheFolder, `${revision}.tar.gz`)
  if (existsSync(archive)) return archive
  process.stdout.write(`builds the release of ${revision.slice(0, 9)} …\n`)
  const folder = mkdtempSync(join(tmpdir(), 'previous-'))
  try {
    const run = (command: string): unknown => execFileSync('sh', ['-c', command], { cwd: folder, stdio: 'pipe' })
    run(`git -C '${root}' archive ${revision} | tar -x`)
    run('npm ci --no-audit --no-fund')
    run('npm run release')
    mkdirSync(cacheFolder, { recursive: true })
    run(`mv dist/release/*.tar.gz '${archive}'`)
    return archive
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function findPreviousRevision(): string {
  const newest = readdirSync(join(root, MIGRATIONS))
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .at(-1)!
  const git = (...args: string[]): string =>
    spawnSync('git', args, { cwd: root, encoding: 'utf8' }).stdout.trim().split('\n')[0]!
  const addedIn = git('log', '--diff-filter=A', '--format=%H', '--', `${MIGRATIONS}/${newest}`)
  const revision = addedIn && git('rev-parse', '--verify', '--quiet', `${addedIn}^`)
  if (!revision)
    throw new MissingComponent(
      'the previous release: this history does not reach back to it; give its package with --previous',
    )
  return revision
}
