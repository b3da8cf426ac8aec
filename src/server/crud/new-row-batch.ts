import type { Context } from '../context'
import type { IssueLocator, WorksheetInput } from '../excel/convert-rows'
import type { ImportWriter } from './import-workbook'
import { toRowRefusal } from './import-errors'
import type { RowVersion } from './match-imported-rows'
import type { AppContext } from './operations'

/** Keeps each statement short, and limits the rows that are inserted again after a refusal. */
const MAX_BATCH_SIZE = 200

/** Collects the new rows of an import and inserts them together. A writer without `insertAll` inserts them one by one. */
export class NewRowBatch {
  #pendingRows: WorksheetInput[] = []

  /** @param onInserted called for each inserted row in the order of the worksheet */
  constructor(
    private readonly ctx: AppContext,
    private readonly writer: Pick<Required<ImportWriter>, 'insert'> & Pick<ImportWriter, 'insertAll'>,
    private readonly locateIssue: IssueLocator,
    private readonly onInserted: (rowNumber: number, insertedRow: RowVersion) => Promise<void>,
  ) {}

  /** Adds a row, and inserts the batch when it is full. @throws a refusal that names the first row that cannot be inserted */
  async add(row: WorksheetInput): Promise<void> {
    this.#pendingRows.push(row)
    if (!this.writer.insertAll || this.#pendingRows.length >= MAX_BATCH_SIZE) await this.insert()
  }

  /** Inserts the collected rows. @throws a refusal that names the first row that cannot be inserted */
  async insert(): Promise<void> {
    const rows = this.#pendingRows
    this.#pendingRows = []
    if (rows.length === 0) return
    const insertedRows = await this.#insertTogether(rows)
    for (const [i, { row: rowNumber, input }] of rows.entries()) {
      try {
        await this.onInserted(rowNumber, insertedRows?.[i] ?? (await this.writer.insert(this.ctx, input)))
      } catch (error) {
        throw toRowRefusal(this.ctx, rowNumber, error, this.locateIssue)
      }
    }
  }

  /**
   * Returns null and writes nothing if any row is refused. Inserting the rows one by one then shows which row is
   * refused.
   */
  async #insertTogether(rows: readonly WorksheetInput[]): Promise<RowVersion[] | null> {
    const ctx: Context = this.ctx
    if (!this.writer.insertAll || rows.length === 1) return null
    await ctx.query('savepoint import_batch')
    try {
      const insertedRows = await this.writer.insertAll(
        ctx,
        rows.map(({ input }) => input),
      )
      await ctx.query('release savepoint import_batch')
      return insertedRows
    } catch {
      // A refusal is found again row by row. After a lost connection the rollback throws.
      await ctx.query('rollback to savepoint import_batch')
      return null
    }
  }
}
