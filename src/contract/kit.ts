import { defineArea } from './area'
import { blob, defineEndpoint, many, one } from './endpoint'
import { choice, custom, flag, integer, list, moment, note, reference, text } from './field'

/** Calls that belong to no area of the plant: reachability, sync, files, pick-lists. */

/** Reachability: a body that only this server writes, so that a gateway's page is not taken for it. */
export const ping = defineEndpoint('kit.ping', {
  area: 'contract',
  routes: 'GET /ping',
  access: 'public',
  effect: 'read',
  output: one({
    app: text({ required: true }),
    at: moment({ required: true }),
    /** While the demonstration's history is loaded: since when all of it is there, and what share of its days, 0–100. */
    historyFrom: moment(),
    historyPercent: integer(),
  }),
})
/** Applies commands of a phone's outbox; see contract/sync.ts for the shape of an operation and of its answer. */
export const sync = defineEndpoint('kit.sync', {
  area: 'contract',
  routes: 'POST /sync',
  access: 'signedIn',
  effect: 'own',
  ownCheck: true,
  input: {
    sentAt: moment({ required: true }),
    ops: list({
      id: text({ required: true, max: 64 }),
      userId: text({ required: true, max: 64 }),
      clientId: text({ required: true, max: 64 }),
      seq: integer({ required: true }),
      op: text({ required: true }),
      schemaVersion: integer({ required: true }),
      body: custom('op'),
      baseVersion: integer(),
      occurredAt: text({ required: true }),
      dependsOn: list({}),
    }),
  },
  output: one({
    receivedAt: moment({ required: true }),
    answers: list({
      id: text({ required: true }),
      status: choice(['done', 'conflict', 'refused', 'retry', 'waiting'], { required: true }),
      errno: text({ required: true }),
      errmsg: text(),
      data: custom('answer'),
    }),
  }),
})
/** What a phone needs for a shift without a network, a page at a time; see contract/sync.ts. */
export const shiftPack = defineEndpoint('kit.shiftPack', {
  area: 'contract',
  routes: 'GET /shift_pack',
  access: 'signedIn',
  effect: 'read',
  input: { cursor: text({ max: 400 }) },
  output: one({
    cursor: text({ required: true }),
    reset: flag({ required: true }),
    more: flag({ required: true }),
    rows: custom('rows'),
    gone: custom('gone'),
    refs: custom('refs'),
    refsEn: custom('refs'),
    preparedAt: moment({ required: true }),
  }),
})
/** A pick-list offers so many rows; the others are found by typing. */
export const MOST_OPTIONS = 50
/** Names of rows for a pick-list. Everyone signed in may read names; nothing else of the row is told. */
export const resourceOptions = defineEndpoint('kit.options', {
  area: 'contract',
  routes: 'GET /resource_options',
  access: 'signedIn',
  effect: 'read',
  input: { of: text({ required: true, max: 60 }), keyword: text({ max: 100 }), ids: text({ max: 20_000 }) },
  output: many({ id: text({ required: true }), label: text({ required: true }) }),
})
const state = { id: text({ required: true }), received: integer({ required: true }), done: flag({ required: true }) }
/** What screens are told of when a file is whole: that one has come, not which. */
export const FILES = 'storedFile'
/** Announces a file, or asks how much of it has arrived. */
export const uploadStart = defineEndpoint('kit.uploadStart', {
  area: 'contract',
  routes: 'POST /upload_start',
  access: 'signedIn',
  effect: 'own',
  input: {
    id: reference('file', { required: true }),
    sha256: text({ required: true, max: 64 }),
    size: integer({ required: true, min: 1 }),
    mime: text({ required: true, max: 100 }),
    name: text({ max: 200 }),
  },
  output: one(state),
})
/** A piece of a file, as raw bytes. A repeat is harmless; `received` says where to go on. */
export const uploadChunk = defineEndpoint('kit.uploadChunk', {
  area: 'contract',
  routes: 'PATCH /upload_chunk',
  access: 'signedIn',
  effect: 'own',
  body: 'raw',
  input: { id: reference('file', { required: true }), offset: integer({ required: true, min: 0 }) },
  output: one(state),
})
/** A stored file, or its thumbnail; for those who may see a row that shows it, and for whoever sent it. */
export const storedFile = defineEndpoint('kit.file', {
  area: 'contract',
  routes: 'GET /file',
  access: 'signedIn',
  effect: 'read',
  input: { id: reference('file', { required: true }), thumb: flag() },
  output: blob('*/*'),
})
/** What is known of files that rows name: which have arrived and which are still on a phone. */
export const fileStates = defineEndpoint('kit.fileStates', {
  area: 'contract',
  routes: 'GET /file_states',
  access: 'signedIn',
  effect: 'read',
  input: { ids: text({ required: true, max: 20_000 }) },
  output: many({
    id: text({ required: true }),
    state: choice(['awaited', 'partial', 'stored', 'refused'], { required: true }),
    name: text(),
    mime: text(),
    size: integer(),
    owner: text(),
    why: note(),
  }),
})
export const kitContract = defineArea({
  name: 'contract',
  resources: [],
  endpoints: [ping, sync, shiftPack, resourceOptions, uploadStart, uploadChunk, storedFile, fileStates],
})
