import { existsSync } from 'node:fs'
import { join, resolve, sep } from 'node:path'

const root = resolve(import.meta.dirname, '../..')
/**
 * Packages that every start of the app loads. They change seldom, so browsers keep them over many updates of the app.
 */
const START_PACKAGES = [
  'react',
  'react-dom',
  'react-router',
  'scheduler',
  'i18next',
  'react-i18next',
  'use-sync-external-store',
  '@tanstack/query-core',
  '@tanstack/react-query',
]
/** Modules that form one chunk each, together with everything that they import. */
const ENTRY_MODULES = {
  prefetch: 'src/client/prefetch-start.ts', // starts requests and database reads before the other modules compile
  app: 'src/client/main.tsx',
}
/** Cards of the home page. A person fetches only the cards of areas that they have permissions for. */
const HOME_CARD = /\/src\/(?:areas\/)?(\w+)\/client\/today\/\w+Cards?\.tsx$/

interface ModuleGraph {
  getModuleInfo(id: string): { readonly importers: readonly string[] } | null
}
interface ChunkGroup {
  name: string | ((moduleId: string, graph: ModuleGraph) => string | null)
  priority: number
  test?: (moduleId: string) => boolean
}

/**
 * Groups the modules of login and home into a few files instead of ninety. All other pages split at their routes.
 * @throws if an entry module does not exist, for example after it was moved
 */
export function getStartChunks(): ChunkGroup[] {
  const missingPaths = Object.values(ENTRY_MODULES).filter((path) => !existsSync(join(root, path)))
  if (missingPaths.length > 0)
    throw new Error(`The start is bundled from files that do not exist: ${missingPaths.join(', ')}`)
  const packageFolders = START_PACKAGES.map((name) => join(sep, 'node_modules', name, sep))
  const findHomeAreas = createHomeAreaFinder()
  return [
    { name: 'prefetch', priority: 5, test: (id) => id === join(root, ENTRY_MODULES.prefetch) },
    { name: 'packages', priority: 4, test: (id) => packageFolders.some((folder) => id.includes(folder)) },
    { name: 'app', priority: 3, test: (id) => id === join(root, ENTRY_MODULES.app) },
    { name: (id, graph) => (findHomeAreas(id, graph).size > 1 ? 'home' : null), priority: 2 },
    {
      name: (id, graph) => {
        const [area] = findHomeAreas(id, graph)
        return area ? `home-${area}` : null
      },
      priority: 1,
    },
  ]
}

/** Returns a function that finds the areas whose home cards import a module, directly or through other modules. */
function createHomeAreaFinder() {
  const areasByModule = new Map<string, ReadonlySet<string>>()
  return (moduleId: string, graph: ModuleGraph): ReadonlySet<string> => {
    const cachedAreas = areasByModule.get(moduleId)
    if (cachedAreas) return cachedAreas
    const areas = new Set<string>()
    const visited = new Set<string>([moduleId])
    for (const id of visited) {
      const area = HOME_CARD.exec(id)?.[1]
      if (area) areas.add(area)
      for (const importer of graph.getModuleInfo(id)?.importers ?? []) visited.add(importer)
    }
    areasByModule.set(moduleId, areas)
    return areas
  }
}

/** True for a chunk that every start of the app loads. `phone-store` is the local database, which each start opens. */
export function isStartChunk(name: string): boolean {
  return /^(prefetch|packages|app|home(-\w+)?|phone-store)$/.test(name)
}

/**
 * True for a built file that every start of the app loads. The pack leaves these files out: browsers cache compiled code
 * only for responses from the network, not for responses that the service worker builds from the pack.
 */
export function isStartFile(fileName: string): boolean {
  return fileName.endsWith('.js') && isStartChunk(fileName.replace(/-[\w-]{8}\.js$/, ''))
}
