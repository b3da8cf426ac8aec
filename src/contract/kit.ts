import { defineArea } from './area'
import { fileOutput, defineEndpoint, listOutput, objectOutput } from './endpoint'
import { choice, custom, flag, integer, list, moment, note, reference, series, text } from './field'

/**
 * Endpoints of the application itself: reachability, sync, files, pick-lists. They belong to no area of the plant. The
 * area name `contract` only selects their namespace of texts.
 */

/** Reachability test. Its body identifies this server, so that the page of a gateway is not mistaken for it. */
export const ping = defineEndpoint('kit.ping', {
  area: 'contract',
  routes: 'GET /ping',
  access: 'public',
  effect: 'read',
  output: objectOutput({
    app: text({ required: true }),
    at: moment({ required: true }),
    /**
     * Only set while the demo history is loading. Days are loaded from the newest to the oldest. `historyFrom`: moment
     * since which the history is complete; `historyPercent`: percentage of the days already loaded, 0–100.
     */
    historyFrom: moment(),
    historyPercent: integer(),
  }),
})
/** Applies commands of a phone's outbox; contract/sync.ts describes a command and its answer. */
export const syncCommands = defineEndpoint('kit.sync', {
  area: 'contract',
  routes: 'POST /sync',
  access: 'signedIn',
  effect: 'ownTransactions',
  handlerChecksInput: true,
  // Only for the documentation, because the handler checks each command itself. `custom` stands for an object of any
  // shape.
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
      clockOffsetMs: integer(),
      dependsOn: list({}),
    }),
  },
  output: objectOutput({
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
/** Returns the shift pack page by page; see contract/sync.ts. */
export const shiftPack = defineEndpoint('kit.shiftPack', {
  area: 'contract',
  routes: 'GET /shift_pack',
  access: 'signedIn',
  effect: 'read',
  input: { cursor: text({ max: 400 }) },
  output: objectOutput({
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
/** A pick-list offers at most this many rows; the others are found by typing. */
export const MAX_PICK_LIST_OPTIONS = 50
/** Returns row names for a pick-list. Everyone signed in may read names, but no other values of the rows. */
export const resourceOptions = defineEndpoint('kit.options', {
  area: 'contract',
  routes: 'GET /resource_options',
  access: 'signedIn',
  effect: 'read',
  // `of` is the name of the resource. With `ids` (separated by commas) only the names of these rows are returned.
  input: { of: text({ required: true, max: 60 }), keyword: text({ max: 100 }), ids: text({ max: 20_000 }) },
  output: listOutput({ id: text({ required: true }), label: text({ required: true }) }),
})
/** Number of rows of each resource that a search returns. */
export const MAX_FOUND_ROWS = 5
const foundRowFields = {
  resource: text({ required: true }),
  id: text({ required: true }),
  label: text({ required: true }),
}
/**
 * Searches the rows of several resources by keyword in one call. `codes` are rows of any resource whose code is the
 * keyword.
 */
export const searchRows = defineEndpoint('kit.search', {
  area: 'contract',
  routes: 'GET /search',
  access: 'signedIn',
  effect: 'read',
  // `of`: names of resources, separated by commas; unknown resources and resources that the person may not read are
  // left out.
  input: { of: text({ required: true, max: 1000 }), keyword: text({ required: true, max: 100 }) },
  output: objectOutput({
    // `details` are names of referenced rows, for people who may list the rows.
    rows: list({ ...foundRowFields, details: series('text', { required: true }) }),
    codes: list(foundRowFields),
  }),
})
const uploadStateFields = {
  id: text({ required: true }),
  received: integer({ required: true }),
  done: flag({ required: true }),
}
/** Name of the change event for completed uploads. The event does not say which file is complete. */
export const STORED_FILE_TOPIC = 'storedFile'
/** Announces a file, or returns how much of it has arrived. */
export const uploadStart = defineEndpoint('kit.uploadStart', {
  area: 'contract',
  routes: 'POST /upload_start',
  access: 'signedIn',
  effect: 'ownTransactions',
  input: {
    id: reference('file', { required: true }),
    sha256: text({ required: true, max: 64 }),
    size: integer({ required: true, min: 1 }),
    mime: text({ required: true, max: 100 }),
    name: text({ max: 200 }),
  },
  output: objectOutput(uploadStateFields),
})
/** Uploads a chunk of a file as raw bytes. A chunk may be sent again; `received` is the offset to continue at. */
export const uploadChunk = defineEndpoint('kit.uploadChunk', {
  area: 'contract',
  routes: 'PATCH /upload_chunk',
  access: 'signedIn',
  effect: 'ownTransactions',
  body: 'raw',
  input: { id: reference('file', { required: true }), offset: integer({ required: true, min: 0 }) },
  output: objectOutput(uploadStateFields),
})
/** Returns a stored file or its thumbnail, to people who may see a row with it and to its uploader. */
export const fetchStoredFile = defineEndpoint('kit.file', {
  area: 'contract',
  routes: 'GET /file',
  access: 'signedIn',
  effect: 'read',
  input: { id: reference('file', { required: true }), thumb: flag() },
  output: fileOutput('*/*'),
})
/** Returns name, size and state of files that rows refer to: which have arrived and which are still on a phone. */
export const fileStates = defineEndpoint('kit.fileStates', {
  area: 'contract',
  routes: 'GET /file_states',
  access: 'signedIn',
  effect: 'read',
  input: { ids: text({ required: true, max: 20_000 }) },
  output: listOutput({
    id: text({ required: true }),
    state: choice(['awaited', 'partial', 'stored', 'refused'], { required: true }),
    name: text(),
    mime: text(),
    size: integer(),
    owner: text({ nameOfRow: 'user' }),
    why: note(),
  }),
})
export const appEndpointsContract = defineArea({
  name: 'contract',
  resources: [],
  endpoints: [
    ping,
    syncCommands,
    shiftPack,
    resourceOptions,
    searchRows,
    uploadStart,
    uploadChunk,
    fetchStoredFile,
    fileStates,
  ],
})
