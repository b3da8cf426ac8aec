/** Finds the packages that the built server needs at run time, and copies them without files for developers. */
import { cpSync, existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join, relative } from 'node:path'

/** An entry of `packages` in `package-lock.json`. */
interface LockedPackage {
  version?: string
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  peerDependenciesMeta?: Record<string, { optional?: boolean }>
}
export interface LockFile {
  packages: Record<string, LockedPackage>
}

/** Returns the declared packages that the files of a built program import, require or resolve. */
export function listImportedPackages(programFolder: string, declaredNames: readonly string[]): string[] {
  const importPattern =
    /(?:from|import|require|resolve|createRequire\(import\.meta\.url\))\s*\(?\s*["']((?:@[\w.-]+\/)?[\w.-]+)/g
  const importedNames = new Set<string>()
  for (const name of readdirSync(programFolder).filter((fileName) => fileName.endsWith('.js')))
    for (const [, specifier] of readFileSync(join(programFolder, name), 'utf8').matchAll(importPattern))
      importedNames.add(specifier!)
  return declaredNames.filter((name) => importedNames.has(name))
}

/**
 * Returns the lock file's paths of packages and everything they depend on, e.g. `node_modules/pg`.
 * Optional packages that are not installed are left out, e.g. native builds for another platform.
 * @throws Error if a needed package is not installed
 */
export function listPackagePaths(root: string, lockFile: LockFile, names: readonly string[]): string[] {
  const foundPaths = new Set<string>()
  const visit = (name: string, dependentPath: string, isOptional: boolean): void => {
    const path = resolvePackagePath(lockFile, name, dependentPath)
    if (!path || !existsSync(join(root, path))) {
      if (isOptional) return
      throw new Error(`${name}, which ${dependentPath || 'the server'} needs, is not installed`)
    }
    if (foundPaths.has(path)) return
    foundPaths.add(path)
    const lockedPackage = lockFile.packages[path]!
    const {
      dependencies = {},
      optionalDependencies = {},
      peerDependencies = {},
      peerDependenciesMeta = {},
    } = lockedPackage
    const neededPeers = Object.keys(peerDependencies).filter((peer) => !peerDependenciesMeta[peer]?.optional)
    for (const dependency of [...Object.keys(dependencies), ...neededPeers])
      visit(dependency, path, dependency in optionalDependencies)
    for (const dependency of Object.keys(optionalDependencies)) visit(dependency, path, true)
  }
  for (const name of names) visit(name, '', false)
  return [...foundPaths].sort()
}

/** Finds a package the way Node does: nested in its dependent, then in each folder above. */
function resolvePackagePath(lockFile: LockFile, name: string, dependentPath: string): string | null {
  for (let folder = dependentPath; ; folder = folder.slice(0, Math.max(folder.lastIndexOf('/node_modules/'), 0))) {
    const path = `${folder ? `${folder}/` : ''}node_modules/${name}`
    if (path in lockFile.packages) return path
    if (!folder) return null
  }
}

/** Files in a package that are not loaded at run time. Licences stay. */
const UNUSED_FILE = /\.(map|d\.[cm]?ts|tsbuildinfo|flow|md|markdown)$|^(\.|tsconfig|Makefile$)/i
/** Folders at the top of a package whose files are not loaded at run time. */
const UNUSED_FOLDERS = new Set([
  'test',
  'tests',
  '__tests__',
  'docs',
  'doc',
  'example',
  'examples',
  'benchmark',
  'benchmarks',
  'man',
])

/** Copies one package without its nested packages and without files that are not used at run time. */
export function copyPackage(root: string, path: string, targetRoot: string): void {
  const source = join(root, path)
  cpSync(source, join(targetRoot, path), {
    recursive: true,
    dereference: true,
    filter: (file) => {
      const name = basename(file)
      if (file === source || /^licen[cs]e/i.test(name)) return true
      return name !== 'node_modules' && !UNUSED_FOLDERS.has(relative(source, file)) && !UNUSED_FILE.test(name)
    },
  })
}
