import react from '@vitejs/plugin-react'
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { defineConfig, type UserConfig } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { createCompressionPlugin } from './src/build/compress-output.ts'
import { manifest } from './src/build/manifest.ts'
import { createPureDeclarationsPlugin } from './src/build/pure-declarations.ts'
import { getStartChunks, isStartChunk } from './src/build/start-chunks.ts'
import { createStyleLayersPlugin } from './src/build/style-layers.ts'

const getPath = (path: string) => resolve(import.meta.dirname, path)
const alias = { '@': getPath('src') }
/** The same packages in the form that is meant for today's browsers and for use, not for developing: 2 KB less when gzipped. */
const lean = [
  { find: /^dexie$/, replacement: getPath('node_modules/dexie/dist/modern/dexie.mjs') },
  { find: /^react-router$/, replacement: getPath('node_modules/react-router/dist/production/index.mjs') },
  { find: /^react-router\/dom$/, replacement: getPath('node_modules/react-router/dist/production/dom-export.mjs') },
]

/** Programs of the server build by the name of their file in dist/server. */
const programs = {
  main: 'src/server/main.ts',
  'database-worker': 'src/server/db/embedded/worker.ts',
  'database-template': 'src/server/db/embedded/build-template.ts',
  'excel-worker': 'src/server/excel/excel-worker.ts',
  'password-worker': 'src/areas/access/server/password-worker.ts',
  'chart-worker': 'src/areas/laboratory/server/spc/chart-worker.ts',
  'cut-plan-worker': 'src/areas/cutPlans/server/cut-plan-worker.ts',
  'demo-generator': 'src/demo/generator-worker.ts',
  command: 'src/server/command.ts',
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

/** Makes Chromium compile the whole file in the background while it loads, not each function at its first call. */
const COMPILE_AT_ONCE = '//# allFunctionsCalledOnLoad'

/** Where the development server finds the API. */
const api = process.env['API_TARGET'] ?? 'http://127.0.0.1:8080'

const client: UserConfig = {
  resolve: { alias: [{ find: '@', replacement: alias['@'] }, ...lean] },
  plugins: [
    createPureDeclarationsPlugin(),
    createStyleLayersPlugin(),
    react(),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'sw',
      filename: 'sw.ts',
      injectRegister: false,
      manifest,
      injectManifest: {
        globPatterns: ['**/*.{js,css,html,json,svg,png,wasm,woff2}'],
        globIgnores: ['screenshot-*.png'],
        maximumFileSizeToCacheInBytes: 4_000_000,
      },
    }),
    createCompressionPlugin(getPath('dist/client')),
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
        codeSplitting: { groups: getStartChunks() },
        postBanner: ({ name }) => (isStartChunk(name) ? COMPILE_AT_ONCE : ''),
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
    port: Number(process.env['APP_PORT'] || 5173),
    proxy: {
      '/api': { target: api, ws: true },
      '/socket': { target: api, ws: true },
    },
  },
}

export default defineConfig(({ mode }) => (mode === 'server' ? server : client))
