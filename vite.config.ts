import react from '@vitejs/plugin-react'
import { existsSync, readFileSync, writeFileSync, readdirSync, statSync } from 'node:fs'
import { basename, extname, join, relative, resolve, sep } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { defineConfig, type Plugin, type UserConfig } from 'vite'
import { VitePWA, type ManifestOptions } from 'vite-plugin-pwa'
import texts from './src/client/locales/zh.json' with { type: 'json' }
import { areaOrder } from './src/areas/area-order.ts'
import { packFiles, PACK_PATH } from './sw/asset-pack.ts'

const here = (path: string) => resolve(import.meta.dirname, path)
const alias = { '@': here('src') }
/** The same packages in the form that is meant for today's browsers and for use, not for developing: 2 KB less when gzipped. */
const lean = [
  { find: /^dexie$/, replacement: here('node_modules/dexie/dist/modern/dexie.mjs') },
  { find: /^react-router$/, replacement: here('node_modules/react-router/dist/production/index.mjs') },
  { find: /^react-router\/dom$/, replacement: here('node_modules/react-router/dist/production/dom-export.mjs') },
]

/** Programs of the server build by the name of their file in dist/server. */
const programs = {
  main: 'src/server/main.ts',
  'database-worker': 'src/server/db/embedded/worker.ts',
  'database-template': 'src/server/db/embedded/build-template.ts',
  'excel-worker': 'src/server/excel/excel-worker.ts',
  'password-worker': 'src/areas/access/server/password-worker.ts',
  'chart-worker': 'src/areas/laboratory/server/spc/chart-worker.ts',
  'cut-plan-worker': 'src/areas/rolls/server/cut-plan-worker.ts',
  'demo-generator': 'src/demo/generator-worker.ts',
  command: 'src/server/command.ts',
}

const app = texts.app
const photo = { name: 'photos', accept: ['image/*'] }
const manifest: Partial<ManifestOptions> = {
  id: '/',
  name: app.name,
  short_name: app.short,
  description: app.description,
  lang: 'zh-CN',
  start_url: '/home',
  scope: '/',
  display: 'standalone',
  theme_color: '#0a5a9c',
  background_color: '#f4f5f6',
  icons: [
    { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
    { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
    { src: '/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml' },
  ],
  screenshots: [
    { src: '/screenshot-phone.png', sizes: '780x1688', type: 'image/png', form_factor: 'narrow' },
    { src: '/screenshot-wide.png', sizes: '1440x900', type: 'image/png', form_factor: 'wide' },
  ],
  shortcuts: [
    { name: app.shortcuts.scan, url: '/scan', icons: [{ src: '/icon-192.png', sizes: '192x192' }] },
    {
      name: app.shortcuts.newRepair,
      url: '/activities/repairs?new=1',
      icons: [{ src: '/icon-192.png', sizes: '192x192' }],
    },
    {
      name: app.shortcuts.myRound,
      url: '/activities/rounds?mine=1',
      icons: [{ src: '/icon-192.png', sizes: '192x192' }],
    },
  ],
  share_target: {
    action: '/share',
    method: 'POST',
    enctype: 'multipart/form-data',
    params: { title: 'title', text: 'text', files: [photo] },
  },
}

/** Every file below the folder. */
const walk = (at: string): string[] =>
  readdirSync(at).flatMap((name) => (statSync(join(at, name)).isDirectory() ? walk(join(at, name)) : [join(at, name)]))

/** Writes the pack that a phone installs the app from, and `.br` and `.gz` beside every text file, so that the server never compresses while answering. */
function finish(folder: string): Plugin {
  const texty = /\.(js|css|html|svg|json|webmanifest|pack)$/
  return {
    name: 'finish',
    apply: 'build',
    enforce: 'post',
    closeBundle: {
      order: 'post',
      sequential: true,
      handler() {
        if (!existsSync(folder)) return
        // What is alike lies together: the compressor finds it again.
        const assets = join(folder, 'assets')
        const hashed = (existsSync(assets) ? walk(assets) : [])
          .filter((name) => /\.(js|css|json)$/.test(name) && !keptCompiled(basename(name)))
          .sort((a, b) => extname(a).localeCompare(extname(b)) || a.localeCompare(b))
        const packed = packFiles(
          hashed.map((name) => ({ path: relative(folder, name).replaceAll(sep, '/'), bytes: readFileSync(name) })),
        )
        writeFileSync(join(folder, PACK_PATH), packed)
        for (const file of walk(folder).filter((name) => texty.test(name))) {
          const bytes = readFileSync(file)
          if (bytes.length < 1024) continue
          writeFileSync(
            `${file}.br`,
            brotliCompressSync(bytes, {
              params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
            }),
          )
          writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }))
        }
      },
    },
  }
}

const server: UserConfig = {
  resolve: { alias },
  publicDir: false,
  build: {
    ssr: true,
    target: 'node20',
    outDir: 'dist/server',
    emptyOutDir: true,
    sourcemap: true,
    rollupOptions: {
      input: Object.fromEntries(Object.entries(programs).filter(([, file]) => existsSync(file))),
      // All in one folder: programs find the project two folders above themselves, whichever chunk they end up in.
      output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: 'part-[name]-[hash].js' },
    },
  },
  ssr: { noExternal: [], external: true },
}

/**
 * What login and home are made of, in four files instead of ninety: what begins to read and fetch before the rest is compiled,
 * packages, which change seldom, the app's own, and the areas' cards for the home page. Fewer requests, and smaller: what stands
 * in one file is compressed together. The styles of the cards come with the app's: a file of code that waits for no styles starts sooner.
 */
const firstLoad = [
  { name: 'early', priority: 4, test: /src[\\/]client[\\/]early\.ts$/ },
  {
    name: 'packages',
    priority: 3,
    test: /node_modules[\\/](react|react-dom|react-router|react-router-dom|scheduler|i18next|react-i18next|use-sync-external-store|@tanstack[\\/](query-core|react-query))[\\/]/,
  },
  {
    name: 'app',
    priority: 2,
    test: /src[\\/]client[\\/](main|shell[\\/]use-page-link|api[\\/]use-list|ui[\\/](State|EmptyState))\.tsx?$|areas[\\/]\w+[\\/]client[\\/](today[\\/]today|equipment|maintenance)\.css$/,
  },
  {
    name: 'home',
    priority: 2,
    test: /src[\\/](client[\\/](today[\\/]TodayCard|setup[\\/]SetupCard|resource[\\/]StateOf|ui[\\/]Quantity|fields[\\/]options|i18n[\\/]row-word)|plant[\\/](client[\\/](use-today|line[\\/](my-line|MyLineCard|MyLineSelect)|sheet[\\/]use-shift)|contract[\\/]line(-stop)?|rules[\\/]intervals)|contract[\\/]command-rights|areas[\\/](rolls[\\/]contract[\\/]slitter-readers|notices[\\/](client[\\/]RingingCard|contract[\\/]notice)))\.tsx?$/,
  },
  // Of each area in a file of its own: a person fetches those they hold a key for, however many areas there are. What two
  // of them share goes with the lower one, so that none waits for the file of an area above it.
  ...areaOrder.map((area) => ({
    name: `home-${area}`,
    priority: 1,
    test: new RegExp(`areas[\\\\/]${area}[\\\\/]client[\\\\/]today[\\\\/]\\w+Card\\.tsx$`),
  })),
]

/**
 * Told to Chromium at the head of what every start runs: it compiles the whole file beside the page while it reads it, instead of
 * each function in the page when it is first called.
 */
const COMPILED_AT_ONCE = '//# allFunctionsCalledOnLoad'
const atStart = (part: string): boolean => [...firstLoad.map(({ name }) => name), 'phone-store'].includes(part)
/**
 * Whether a built file is code of every start. Such files stay out of the pack: a browser keeps what it has compiled beside an
 * answer that came from the network as it is, and not beside one that the worker has put together itself.
 */
const keptCompiled = (file: string): boolean => file.endsWith('.js') && atStart(file.replace(/-[\w-]{8}\.js$/, ''))

/**
 * Declarations do nothing but answer what they declare: one that nobody on a page uses is left out of it, with everything it was
 * made of. A page that lists meters then carries no word of the other forty resources in the same files.
 *
 * Only calls of what was imported from the contract are said to be pure, each where it stands. The bundler's own list of pure
 * names would take a variable of the same name for it, and leave out `page.addEventListener(…)` and `list.push(…)` as well.
 */
export function pureDeclarations(): Plugin {
  return {
    name: 'pure-declarations',
    enforce: 'pre',
    transform(code, id) {
      if (!/\/src\/[^?]*\.tsx?$/.test(id)) return null
      const names = [...code.matchAll(/^import \{([^}]*)\} from '(?:@\/contract|\.)\/(\w[\w-]*)'/gm)].flatMap(
        ([, imported = '', from = '']) => imported.split(/[\s,]+/).filter((name) => declarations[from]?.includes(name)),
      )
      if (names.length === 0) return null
      const calls = new RegExp(`(?<![\\w$.'"\`-])(?:${names.join('|')})(?=[(<])`, 'g')
      return { code: code.replace(calls, '/* @__PURE__ */ $&'), map: null } // the lines stay where they are
    },
  }
}
/** Files of the contract, and what they declare with. */
const declarations: Readonly<Record<string, readonly string[]>> = {
  resource: ['defineResource', 'resourceOutput', 'resourcePageOutput'],
  endpoint: ['defineEndpoint', 'objectOutput', 'listOutput', 'pageOutput', 'fileOutput'],
  area: ['defineArea'],
  'state-machine': ['defineStateMachine'],
  preset: ['definePresets'],
  field: [
    'text',
    'note',
    'integer',
    'amount',
    'choice',
    'flag',
    'day',
    'moment',
    'reference',
    'references',
    'image',
    'file',
    'list',
    'custom',
  ],
}

/** Where the development server finds the API. */
const api = process.env['API_TARGET'] ?? 'http://127.0.0.1:8080'

const client: UserConfig = {
  resolve: { alias: [{ find: '@', replacement: alias['@'] }, ...lean] },
  plugins: [
    pureDeclarations(),
    react(),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'sw',
      filename: 'sw.ts',
      injectRegister: false,
      manifest,
      injectManifest: {
        globPatterns: ['**/*.{js,css,html,json,svg,png,woff2}'],
        globIgnores: ['screenshot-*.png'],
        maximumFileSizeToCacheInBytes: 4_000_000,
      },
    }),
    finish(resolve(import.meta.dirname, 'dist/client')),
  ],
  build: {
    // What the code uses without a stand-in: copies of arrays (110, 16, 115), looking behind in patterns and Web Push (Safari 16.4).
    target: ['chrome110', 'safari16.4', 'firefox115'],
    outDir: 'dist/client',
    emptyOutDir: true,
    sourcemap: 'hidden', // beside the files and not named in them: the server keeps them to itself
    // Inlined pictures would need data: in the content security policy.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 600,
    rollupOptions: {
      output: {
        codeSplitting: { groups: firstLoad },
        postBanner: ({ name }) => (atStart(name) ? COMPILED_AT_ONCE : ''),
      },
    },
    // Without the list of every page's parts, a third of the app's own first file. The worker has them all soon after the first page.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_file, parts, { hostType }) =>
        hostType === 'html' ? parts : parts.filter((part) => part.endsWith('.css')),
    },
  },
  server: {
    proxy: {
      '/api': { target: api, ws: true },
      '/socket': { target: api, ws: true },
    },
  },
}

export default defineConfig(({ mode }) => (mode === 'server' ? server : client))
