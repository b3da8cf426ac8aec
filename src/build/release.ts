/**
 * `npm run release`: packs the built app and server with the packages that they need at run time, so that a plant installs
 * them with Node alone. Run it after a build.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  cpSync,
  createReadStream,
  createWriteStream,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { writeReleasePages } from './release-pages.ts'
import { copyPackage, listImportedPackages, listPackagePaths, type LockFile } from './runtime-packages.ts'

const root = resolve(import.meta.dirname, '../..')
const releaseFolder = join(root, 'dist', 'release')

interface PackageFile {
  name: string
  version: string
  license: string
  type: string
  description: string
  engines: Record<string, string>
  dependencies: Record<string, string>
}
const readJson = <T>(file: string): T => JSON.parse(readFileSync(join(root, file), 'utf8')) as T

/** Files of the sources that the server reads at run time, besides the texts of `locales` folders. */
const SOURCE_PATHS = ['src/start.mjs', 'src/server/db/migrations', 'src/server/pdf/fonts', 'src/docs', 'src/deploy']
const TOP_LEVEL_PATHS = ['CHANGELOG.md', 'LICENSE', '.env.example']
const COMMANDS = ['backup', 'restore', 'move-files', 'doctor']

/** Builds `dist/release/nonwoven-mes-<version>.tar.gz` and its checksum. */
async function buildRelease(): Promise<void> {
  const packageFile = readJson<PackageFile>('package.json')
  const lockFile = readJson<LockFile>('package-lock.json')
  const releaseName = `${packageFile.name}-${packageFile.version}`
  const stage = join(releaseFolder, releaseName)
  rmSync(releaseFolder, { recursive: true, force: true })
  mkdirSync(stage, { recursive: true })

  copyProgram(stage)
  const packageNames = listImportedPackages(join(root, 'dist', 'server'), Object.keys(packageFile.dependencies))
  const packagePaths = listPackagePaths(root, lockFile, packageNames)
  for (const path of packagePaths) copyPackage(root, path, stage)
  writeReleaseFiles(stage, packageFile, lockFile, packageNames)

  const archive = join(releaseFolder, `${releaseName}.tar.gz`)
  await pack(releaseName, archive)
  const checksum = hashFile(archive)
  writeFileSync(`${archive}.sha256`, `${checksum}  ${releaseName}.tar.gz\n`)
  process.stdout.write(
    `${relative(root, archive)}: ${toMegabytes(archive)} MB, ${packagePaths.length} packages, sha256 ${checksum}\n`,
  )
}

/** Copies the output of the build, except source maps of the app, and the sources that are read at run time. */
function copyProgram(stage: string): void {
  cpSync(join(root, 'dist/client'), join(stage, 'dist/client'), {
    recursive: true,
    filter: (file) => !file.endsWith('.map'),
  })
  for (const path of ['dist/server', 'dist/database', ...SOURCE_PATHS, ...TOP_LEVEL_PATHS, ...listLocalePaths()])
    cpSync(join(root, path), join(stage, path), { recursive: true })
  writeReleasePages(root, stage)
}
const listLocalePaths = (): string[] =>
  readdirSync(join(root, 'src'), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isDirectory() && entry.name === 'locales')
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))

/** Writes the list of packages, the bill of materials and the checksums. */
function writeReleaseFiles(stage: string, packageFile: PackageFile, lockFile: LockFile, packageNames: string[]): void {
  const { name, version, license, type, description, engines } = packageFile
  const dependencies = Object.fromEntries(
    packageNames.map((packageName) => [packageName, lockFile.packages[`node_modules/${packageName}`]!.version!]),
  )
  const scripts = Object.fromEntries(COMMANDS.map((command) => [command, `node src/start.mjs ${command}`]))
  writeJson(join(stage, 'package.json'), {
    name,
    version,
    private: true,
    license,
    type,
    description,
    engines,
    scripts: { start: 'node src/start.mjs', ...scripts },
    dependencies,
  })
  const { platform, arch } = process
  writeJson(join(stage, 'release.json'), { version, platform, arch })
  const billOfMaterials = execFileSync('npm', ['sbom', '--sbom-format=cyclonedx', '--sbom-type=application'], {
    cwd: stage,
    maxBuffer: 64 * 1024 * 1024,
  })
  writeFileSync(join(stage, 'sbom.cdx.json'), billOfMaterials)
  const checksums = listFiles(stage).map((file) => `${hashFile(file)}  ${relative(stage, file)}\n`)
  writeFileSync(join(stage, 'checksums.txt'), checksums.join(''))
}
const writeJson = (file: string, value: unknown): void => writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`)
const listFiles = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
const hashFile = (file: string): string => createHash('sha256').update(readFileSync(file)).digest('hex')
const toMegabytes = (file: string): string => (statSync(file).size / 1e6).toFixed(1)

/**
 * Packs the staged folder. Names are sorted, and all file times are `SOURCE_DATE_EPOCH` or the time of the commit, so that
 * packing the same files twice gives the same bytes.
 */
async function pack(releaseName: string, archive: string): Promise<void> {
  const fileTime = process.env['SOURCE_DATE_EPOCH'] ?? readCommitSeconds()
  const tarFile = archive.replace(/\.gz$/, '')
  const options = [
    '--sort=name',
    `--mtime=@${fileTime}`,
    '--owner=0',
    '--group=0',
    '--numeric-owner',
    '--mode=u+rwX,go+rX,go-w',
  ]
  execFileSync('tar', [...options, '-cf', tarFile, '-C', dirname(archive), releaseName])
  await pipeline(createReadStream(tarFile), createGzip({ level: 9 }), createWriteStream(archive))
  rmSync(tarFile)
}

/** Returns the time of the commit, s since 1970; 0 where there is no history, as in a container's build. */
function readCommitSeconds(): string {
  const { stdout, status } = spawnSync('git', ['log', '-1', '--format=%ct'], { cwd: root, encoding: 'utf8' })
  return status === 0 ? stdout.trim() : '0'
}

await buildRelease()
