import './import.css'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ImportResult } from '@/contract/resource'
import { ApiError } from '../api/api-error'
import { notify } from '../api/notify'
import { useLanguage, joinWords } from '../format/use-language'
import { Button } from '../ui/Button'
import { FilePickButton } from '../ui/FilePickButton'
import { DownloadIcon } from '../ui/icons'
import { recordTrouble } from '../ui/trouble'
import { ImportChangeList } from './ImportChangeList'

export interface CellError {
  row: number
  column: string
  header: string
  message: string
  /** Issue code, e.g. `unknownField` for a column that the resource does not have. */
  code: string
}
/** Returns the errors of a refused import by row and column. */
export function getCellErrors(error: unknown): CellError[] {
  const rows = error instanceof ApiError ? (error.data as { rows?: unknown } | null)?.rows : null
  if (!Array.isArray(rows)) return []
  return rows.map((raw: Partial<CellError> & { issue?: { code?: string } }) => ({
    row: Number(raw.row),
    column: String(raw.column ?? ''),
    header: String(raw.header ?? ''),
    message: String(raw.message ?? ''),
    code: String(raw.issue?.code ?? ''),
  }))
}

export interface ImportPanelProps {
  /**
   * Sends the file; with `isDryRun` the server only checks it. Columns that the resource does not have are ignored if
   * `skipsUnknownColumns`, else refused. Rejects with the refusal, whose data name the cells.
   */
  send: (file: File, isDryRun: boolean, skipsUnknownColumns: boolean) => Promise<ImportResult>
  downloadTemplate?: () => Promise<unknown>
  onDone?: () => void
  onCancel?: () => void
}

/** Import of an Excel file: template, a check that writes nothing, then the import. All rows or none are imported. */
export function ImportPanel({ send, downloadTemplate, onDone, onCancel }: ImportPanelProps) {
  const { t } = useTranslation('client')
  const language = useLanguage()
  const [file, setFile] = useState<File | null>(null)
  const [busy, setBusy] = useState(false)
  const [checkResult, setCheckResult] = useState<ImportResult | null>(null)
  const [errors, setErrors] = useState<CellError[]>([])
  /** Errors of the unknown columns that the person chose to leave out. */
  const [skippedColumns, setSkippedColumns] = useState<readonly CellError[]>([])
  const chooseFile = (next: File | null) => {
    setFile(next)
    setCheckResult(null)
    setErrors([])
    setSkippedColumns([])
  }
  async function submitFile(purpose: 'check' | 'import', columnsToSkip = skippedColumns) {
    if (!file) return
    setBusy(true)
    setErrors([])
    setSkippedColumns(columnsToSkip)
    try {
      const result = await send(file, purpose === 'check', columnsToSkip.length > 0)
      if (purpose === 'check') return setCheckResult(result)
      void notify(
        t('resource.imported', { created: result.created, updated: result.updated, unchanged: result.unchanged }),
        'success',
      )
      // A warning may concern rows that are hidden in the workbook, which the person may not have meant to import.
      for (const { message } of result.warnings) void notify(message, 'info')
      chooseFile(null)
      onDone?.()
    } catch (error) {
      recordTrouble('shown in a toast and below', error)
      setCheckResult(null)
      setErrors(getCellErrors(error))
    } finally {
      setBusy(false)
    }
  }
  const unknownColumns = errors.filter(({ code }) => code === 'unknownField')
  return (
    <div className="import-steps stack gap-3">
      <p>{t('resource.importStep')}</p>
      {downloadTemplate && (
        <Button
          icon={<DownloadIcon size={20} />}
          onClick={() =>
            void downloadTemplate().catch((error: unknown) => recordTrouble('template not downloaded', error))
          }
        >
          {t('resource.template')}
        </Button>
      )}
      <FilePickButton
        label={file ? file.name : t('resource.chooseFile')}
        accept=".xlsx,.csv"
        disabled={busy}
        onFiles={([chosen]) => chooseFile(chosen ?? null)}
      />
      <output>{checkResult && <CheckResultView result={checkResult} />}</output>
      {skippedColumns.length > 0 && (
        <p>{t('resource.importLeftOut', { columns: joinWords(skippedColumns.map(getColumnName), language) })}</p>
      )}
      {checkResult && <WarningList result={checkResult} />}
      {checkResult && <ImportChangeList result={checkResult} />}
      {errors.length > 0 && <CellErrorList errors={errors} />}
      {unknownColumns.length > 0 && (
        <Button disabled={busy} onClick={() => void submitFile('check', unknownColumns)}>
          {t('resource.importLeaveOut', { count: unknownColumns.length })}
        </Button>
      )}
      <div className="ui-actions">
        {onCancel && <Button onClick={onCancel}>{t('ui.cancel')}</Button>}
        {checkResult && countChanges(checkResult) > 0 ? (
          <Button look="primary" disabled={busy} onClick={() => void submitFile('import')}>
            {t('resource.doImport', { count: checkResult.rows })}
          </Button>
        ) : (
          <Button look="primary" disabled={!file || busy} onClick={() => void submitFile('check')}>
            {t('resource.dryRun')}
          </Button>
        )}
      </div>
    </div>
  )
}
const getColumnName = ({ header, column }: CellError): string => header || column
const countChanges = ({ created, updated }: ImportResult): number => created + updated
/** Result of the check: how many rows would be written, or that there is nothing to write. */
function CheckResultView({ result }: { result: ImportResult }) {
  const { t } = useTranslation('client')
  const { rows, created, updated, unchanged } = result
  if (rows === 0) return t('resource.importEmpty')
  if (countChanges(result) === 0) return t('resource.importNothing', { count: rows })
  return t('resource.checked', { count: rows, created, updated, unchanged })
}
/** Values that the check accepts but that may be mistakes, row by row. */
function WarningList({ result: { warned: warningCount, warnings } }: { result: ImportResult }) {
  const { t } = useTranslation('client')
  if (warningCount === 0) return null
  return (
    <section role="status" className="ui-card is-warned">
      <h2>{t('resource.importWarned', { count: warningCount })}</h2>
      {warnings.length < warningCount && <p>{t('resource.importWarnedFirst', { count: warnings.length })}</p>}
      <ul className="import-errors">
        {warnings.map(({ row, message }) => (
          <li key={`${row} ${message}`}>
            <b>{t('resource.importRow', { row })}</b> {message}
          </li>
        ))}
      </ul>
    </section>
  )
}
function CellErrorList({ errors }: { errors: readonly CellError[] }) {
  const { t } = useTranslation('client')
  return (
    <section role="alert" className="ui-field-errors">
      <h2>{t('resource.importErrors', { count: errors.length })}</h2>
      <ul className="import-errors">
        {errors.map((error) => (
          <li key={`${error.row} ${error.column} ${error.message}`}>
            <b>
              {error.column || error.header
                ? t('resource.importCell', { row: error.row, column: error.column || error.header })
                : t('resource.importRow', { row: error.row })}
            </b>{' '}
            {[error.column && error.header, error.message].filter(Boolean).join(' ')}
          </li>
        ))}
      </ul>
    </section>
  )
}
