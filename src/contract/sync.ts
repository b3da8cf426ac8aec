import type { Errno, Issue } from './errno'
import type { Language } from './language'

/** One command of a phone's outbox in `POST /api/sync`. */
export interface SyncCommand {
  /** UUID v7 created when the person tapped save: the idempotency key. */
  id: string
  /** The person who saved the command; must be the owner of the sending token. */
  userId: string
  /** The installation (browser profile) on which the command was saved. */
  clientId: string
  /** Sequence number on the installation. */
  seq: number
  /** Operation: the name of the endpoint, e.g. `repair.report`. */
  op: string
  schemaVersion: number
  body: Record<string, unknown>
  /** For edits: the version of the row that the person saw. */
  baseVersion?: number | null
  /** Time of saving: the phone's clock corrected by the measured offset. */
  occurredAt: string
  /** Correction contained in `occurredAt` and in the moments of `body`: ms added to the phone's clock. Missing from apps before 1.1. */
  clockOffsetMs?: number
  /** Ids of commands that must be applied first. */
  dependsOn?: string[]
}
export interface SyncRequest {
  ops: SyncCommand[]
  /** The phone's clock when it sent the request, without correction. */
  sentAt: string
}

/**
 * The result of one command. `done`: the command is applied; a repeated command gets the stored answer. `conflict`: `data`
 * contains both versions. `refused`: the command cannot succeed unchanged; the person sees the refusal. `retry`: the
 * command is not at fault and must be sent again. `waiting`: a command that it depends on has not arrived yet.
 */
export interface SyncAnswer {
  id: string
  status: 'done' | 'conflict' | 'refused' | 'retry' | 'waiting'
  errno: Errno
  errmsg: string
  issues?: Issue[]
  data: unknown
  /** True if the phone's clock was more than five minutes off. */
  drift?: boolean
}
export interface SyncResponse {
  answers: SyncAnswer[]
  receivedAt: string
}
/** Maximum number of commands in one request. */
export const SYNC_BATCH_SIZE = 50

/**
 * Photos are uploaded in chunks, separately from the commands that refer to them by id.
 * `POST /upload_start` {id, sha256, size, mime, name} → {received}; `PATCH /upload_chunk?id=&offset=` with raw bytes
 * → {received, done}. Both may be repeated; `received` is the offset to continue at.
 */
export interface UploadState {
  id: string
  received: number
  done: boolean
}
export const UPLOAD_CHUNK_BYTES = 256 * 1024

/** A page of the data that a phone needs for a shift without a network. */
export interface ShiftPackPage {
  /** The phone sends it back as `cursor` to get the next page or, later, only changes. */
  cursor: string
  /** True if the phone must discard its rows, because the server sends everything again. */
  reset: boolean
  /** True if another page follows. */
  more: boolean
  /** Changed rows by resource name. */
  rows: Record<string, Record<string, unknown>[]>
  /** Ids of removed rows by resource name. */
  gone: Record<string, string[]>
  /** Chinese display names of referenced rows, by id. */
  refs: Record<string, string>
  /** English display names by id, where they exist, so that the language can be changed without a network. */
  refsEn: Record<string, string>
  preparedAt: string
}

/** Push notices by name, with the resource that each is about. */
export const noticeResources = {
  roundDue: 'inspectionRound',
  roundMissed: 'inspectionRound',
  repairReported: 'repair',
  stockLow: 'sparePart',
  // A part used in a repair could not be taken from the stock.
  stockNotTaken: 'sparePart',
  stopUnexplained: 'lineStop',
  approvalWaiting: 'processStandard',
  approvalDecided: 'processStandard',
  orderConflict: 'erpOrder',
  checkFlagged: 'qualityCheck',
  rollsHeld: 'hold',
  abnormityRaised: 'abnormity',
  // The notified people must take the next step of a deviation.
  abnormityOwed: 'abnormity',
  materialInspected: 'materialInspection',
  feedbackWaiting: 'materialFeedback',
  feedbackDecided: 'materialFeedback',
  certificateWaiting: 'certificate',
  toolWorn: 'tool',
  // An alarm rule of the plant was triggered.
  ruleRang: 'notice',
} as const
export type NoticeName = keyof typeof noticeResources
/** Messages of the server on the live socket `/api/polling_check`. */
export type LiveMessage =
  | { type: 'hello'; at: string }
  | { type: 'changed'; resources: string[]; at: string }
  | { type: 'notice'; notice: NoticeName; id: string; title: Record<Language, string>; at: string }
  | { type: 'signedOut'; errno: Errno }
