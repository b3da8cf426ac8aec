import type { Errno, Issue } from './errno'
import type { Language } from './language'

/** One command of a phone's outbox as it travels in `POST /api/sync`. */
export interface SyncOp {
  /** UUID v7 given when the person tapped save: the idempotency key. */
  id: string
  /** Who saved it; must be the owner of the token that sends it. */
  userId: string
  /** The installation (browser profile) it was saved on. */
  clientId: string
  /** Order on that installation. */
  seq: number
  /** Name of the endpoint, e.g. `repair.report`. */
  op: string
  schemaVersion: number
  body: Record<string, unknown>
  /** Version of the row that the person saw, for edits. */
  baseVersion?: number | null
  /** When it was saved, on the phone's clock corrected by the measured offset. */
  occurredAt: string
  /** Ids of commands that must have been applied before. */
  dependsOn?: string[]
}
export interface SyncRequest {
  ops: SyncOp[]
  /** The phone's clock when it sent this. */ sentAt: string
}

/**
 * What became of one command.
 * `done` (also for a repeat, with the stored answer); `conflict` (both versions in `data`); `refused` (will not
 * succeed as it is: shown to the person); `retry` (nothing wrong with it: send it again); `waiting` (a command it
 * depends on is not there yet).
 */
export interface SyncAnswer {
  id: string
  status: 'done' | 'conflict' | 'refused' | 'retry' | 'waiting'
  errno: Errno
  errmsg: string
  issues?: Issue[]
  data: unknown
  /** The clock of the phone was more than five minutes off. */
  drift?: boolean
}
export interface SyncResponse {
  answers: SyncAnswer[]
  receivedAt: string
}
export const SYNC_BATCH = 50

/**
 * Photos travel beside the commands, in pieces, named by the id that the command already refers to.
 * `POST /upload_start` {id, sha256, size, mime, name} → {received}; `PATCH /upload_chunk?id=&offset=` with raw bytes
 * → {received, done}. A repeat of either is harmless; `received` says where to go on.
 */
export interface UploadState {
  id: string
  received: number
  done: boolean
}
export const UPLOAD_CHUNK = 256 * 1024

/** A page of what a phone needs for a shift without a network. */
export interface ShiftPack {
  /** Send it back as `cursor` to get only what changed; starts over when the server says `reset`. */
  cursor: string
  reset: boolean
  more: boolean
  /** Changed rows by resource name. */
  rows: Record<string, Record<string, unknown>[]>
  /** Ids that are gone, by resource name. */
  gone: Record<string, string[]>
  /** Display names of referenced rows, in Chinese … */
  refs: Record<string, string>
  /** … and in English, of those that have a name of their own in it: the language may be changed without a network. */
  refsEn: Record<string, string>
  preparedAt: string
}

/** What the plant tells a person of at once, each with the kind of row that it is about. */
export const noticeAbout = {
  roundDue: 'inspectionRound',
  roundMissed: 'inspectionRound',
  repairReported: 'repair',
  stockLow: 'sparePart',
  stockNotTaken: 'sparePart',
  stopUnexplained: 'lineStop',
  approvalWaiting: 'processStandard',
  approvalDecided: 'processStandard',
  orderConflict: 'erpOrder',
  checkFlagged: 'qualityCheck',
  rollsHeld: 'hold',
  abnormityRaised: 'abnormity',
  abnormityOwed: 'abnormity',
  materialInspected: 'materialInspection',
  feedbackWaiting: 'materialFeedback',
  feedbackDecided: 'materialFeedback',
  certificateWaiting: 'certificate',
  toolWorn: 'tool',
  ruleRang: 'notice',
} as const
export type NoticeName = keyof typeof noticeAbout
/** What the server says over the live socket at `/api/polling_check`. */
export type LiveMessage =
  | { type: 'hello'; at: string }
  | { type: 'changed'; resources: string[]; at: string }
  | { type: 'notice'; notice: NoticeName; id: string; title: Record<Language, string>; at: string }
  | { type: 'signedOut'; errno: Errno }
