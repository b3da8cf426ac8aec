import type { Query } from '../context'
import { storedFileTable } from '../db/system'
import { columns, sql } from '../sql'
import type { StoredFileInfo } from './check-file'
import type { FileProblem } from './file-refusal'

/** The columns of `stored_file` that uploads use; sizes in bytes. */
export interface UploadRecord {
  id: string
  /** `awaited`: referenced by a row, nothing sent yet; `partial`: pieces are arriving; the others are final. */
  state: 'awaited' | 'partial' | 'stored' | 'refused'
  createdBy: string | null
  sentSha256: string | null
  mime: string | null
  name: string | null
  size: number | null
  received: number
  /** Reason of a refusal. */
  why: string | null
  /** True if a row shows the file as a picture, so that only a picture is accepted. */
  picture: boolean
}
/** A file that a phone is about to send. */
export interface AnnouncedUpload {
  id: string
  userId: string
  sha256: string
  size: number
  mime: string
  name?: string | null
}

/** The state of uploads, shared by all processes. Each call is atomic. */
export interface UploadRecords {
  find(id: string): Promise<UploadRecord | null>
  /** Inserts the row. An awaited row of the same person or of nobody is filled in; any other row stays unchanged. */
  insertStarted(start: AnnouncedUpload, now: Date): Promise<void>
  /** Sets `received` to `to` if it still equals `from`. Returns true if it did. */
  advanceReceived(id: string, from: number, to: number, now: Date): Promise<boolean>
  /** Marks an upload as stored. Returns false if a row now shows the file as a picture, but the file is not a picture. */
  markStored(id: string, file: StoredFileInfo, now: Date): Promise<boolean>
  markRefused(id: string, why: FileProblem, now: Date): Promise<void>
  /** Counts a person's unfinished uploads and their total bytes. */
  countUnfinished(userId: string): Promise<{ count: number; bytes: number }>
  /** Resets uploads untouched since `abandonedBefore` to awaited. Returns their ids. */
  resetAbandoned(abandonedBefore: Date): Promise<string[]>
  /** Deletes files untouched since `unchangedSince` that no row shows. Returns the hashes that no other file uses. */
  deleteUnused(unchangedSince: Date): Promise<string[]>
}

const recordColumns = columns(storedFileTable, [
  'id',
  'state',
  'createdBy',
  'sentSha256',
  'mime',
  'name',
  'size',
  'received',
  'why',
  'picture',
])

/** Stores the upload state of one site in the table `stored_file`. */
export class SqlUploadRecords implements UploadRecords {
  constructor(
    private readonly query: Query,
    private readonly site: number,
  ) {}

  async find(id: string): Promise<UploadRecord | null> {
    const [row] = await this.query(
      sql`select ${recordColumns} from stored_file where site_id = ${this.site} and id = ${id}`,
    )
    return row ?? null
  }
  async insertStarted(start: AnnouncedUpload, now: Date): Promise<void> {
    await this.query(
      sql`insert into stored_file (site_id, id, state, sent_sha256, mime, name, size, received, created_by, created_at, updated_at)
       values (${this.site}, ${start.id}, 'partial', ${start.sha256}, ${start.mime}, ${start.name ?? null}, ${start.size}, 0, ${start.userId}, ${now}, ${now})
       on conflict (site_id, id) do update set state = 'partial', sent_sha256 = excluded.sent_sha256, mime = excluded.mime, name = excluded.name,
         size = excluded.size, received = 0, created_by = excluded.created_by, updated_at = excluded.updated_at
       where stored_file.state = 'awaited' and (stored_file.created_by is null or stored_file.created_by = excluded.created_by)`,
    )
  }
  async advanceReceived(id: string, from: number, to: number, now: Date): Promise<boolean> {
    const rows = await this.query(
      sql`update stored_file set received = ${to}, updated_at = ${now} where site_id = ${this.site} and id = ${id} and received = ${from} and state = 'partial' returning id`,
    )
    return rows.length === 1
  }
  async markStored(id: string, file: StoredFileInfo, now: Date): Promise<boolean> {
    const rows = await this.query(
      sql`update stored_file set state = 'stored', sha256 = ${file.sha256}, mime = ${file.mime}, size = ${file.size}, width = ${file.width}, height = ${file.height}, thumb_sha256 = ${file.thumbSha256}, updated_at = ${now}
       where site_id = ${this.site} and id = ${id} and state = 'partial' and (not picture or ${file.mime}::text like 'image/%') returning id`,
    )
    return rows.length === 1
  }
  async markRefused(id: string, why: FileProblem, now: Date): Promise<void> {
    await this.query(
      sql`update stored_file set state = 'refused', why = ${why}, updated_at = ${now} where site_id = ${this.site} and id = ${id} and state = 'partial'`,
    )
  }
  async countUnfinished(userId: string): Promise<{ count: number; bytes: number }> {
    const [row] = await this.query(
      sql<{
        count: number
        bytes: number
      }>`select count(*) as count, coalesce(sum(size), 0)::bigint as bytes from stored_file
       where site_id = ${this.site} and state = 'partial' and created_by = ${userId}`,
    )
    return row ?? { count: 0, bytes: 0 }
  }
  async resetAbandoned(abandonedBefore: Date): Promise<string[]> {
    const rows = await this.query(
      sql`update stored_file set state = 'awaited', received = 0 where site_id = ${this.site} and state = 'partial' and updated_at < ${abandonedBefore}
       returning ${columns(storedFileTable, ['id'])}`,
    )
    return rows.map((row) => row.id)
  }
  async deleteUnused(unchangedSince: Date): Promise<string[]> {
    const deletedFiles = await this.query(
      sql`delete from stored_file f where f.site_id = ${this.site} and f.state in ('stored', 'refused', 'awaited') and f.updated_at < ${unchangedSince}
         and not exists (select 1 from file_use u where u.site_id = f.site_id and u.file_id = f.id)
       returning ${columns(storedFileTable, ['sha256', 'thumbSha256'], 'f')}`,
    )
    const hashes = [...new Set(deletedFiles.flatMap((file) => [file.sha256 ?? [], file.thumbSha256 ?? []].flat()))]
    const usedRows = await this.query(
      sql<{ hash: string }>`select h.hash from unnest(${hashes}::text[]) h(hash)
       where exists (select 1 from stored_file f where f.sha256 = h.hash or f.thumb_sha256 = h.hash)`,
    )
    const usedHashes = new Set(usedRows.map(({ hash }) => hash))
    return hashes.filter((hash) => !usedHashes.has(hash))
  }
}
