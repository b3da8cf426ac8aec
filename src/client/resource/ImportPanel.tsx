import './import.css'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ImportResult } from '@/contract/resource'
import { ApiError } from '../api/api-error'
import { notify } from '../api/notify'
import { joinWords } from '../format/join-words'
import { useLanguage } from '../format/use-language'
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
  /** Error key. */
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
  busy: boolean
  /**
   * Sends the file, as a trial without writing or for good; unknown columns are ignored if `leaveOut`, else refused.
   */
  send: (file: File, dryRun: boolean, leaveOut: boolean) => Promise<ImportResult>
  template?: () => Promise<unknown>
  onDone?: () => void
  onCancel?: () => void
}

/** Import of an Excel file: template, a check that writes nothing, then the import. All rows or none are imported. */
export function ImportPanel({ busy, send, template, onDone, onCancel }: ImportPanelProps) {
  const { t } = useTranslation('client')
  const language = useLanguage()
  const [file, setFile] = useState<File | null>(null)
  const [checked, setChecked] = useState<ImportResult | null>(null)
  const [errors, setErrors] = useState<CellError[]>([])
  const [columnsLeftOut, setColumnsLeftOut] = useState<readonly CellError[]>([])
  const choose = (next: File | null) => {
    setFile(next)
    setChecked(null)
    setErrors([])
    setColumnsLeftOut([])
  }
  async function submitFile(dryRun: boolean, omittedColumns = columnsLeftOut) {
    if (!file) return
    setErrors([])
    setColumnsLeftOut(omittedColumns)
    try {
      const result = await send(file, dryRun, omittedColumns.length > 0)
      if (dryRun) return setChecked(result)
      void notify(
        t('resource.imported', { created: result.created, updated: result.updated, unchanged: result.unchanged }),
        'success',
      )
      // Warnings about rows hidden by a filter, which the person may not have meant to import.
      for (const { message } of result.warnings) void notify(message, 'info')
      choose(null)
      onDone?.()
    } catch (error) {
      recordTrouble('told by a toast, and below', error)
      setChecked(null)
      setErrors(getCellErrors(error))
    }
  }
  const unknown = errors.filter(({ code }) => code === 'unknownField')
  return (
    <div className="import-steps">
      <p>{t('resource.importStep')}</p>
      {template && (
        <Button
          icon={<DownloadIcon size={20} />}
          onClick={() => void template().catch((error: unknown) => recordTrouble('told by a toast', error))}
        >
          {t('resource.template')}
        </Button>
      )}
      <FilePickButton
        word={file ? file.name : t('resource.chooseFile')}
        accept=".xlsx,.csv"
        disabled={busy}
        onFiles={([chosen]) => choose(chosen ?? null)}
      />
      <output>{checked && <CheckResultView result={checked} />}</output>
      {columnsLeftOut.length > 0 && (
        <p>{t('resource.importLeftOut', { columns: joinWords(columnsLeftOut.map(getColumnName), language) })}</p>
      )}
      {checked && <WarningList result={checked} />}
      {checked && <ImportChangeList result={checked} />}
      {errors.length > 0 && <CellErrorList errors={errors} />}
      {unknown.length > 0 && (
        <Button disabled={busy} onClick={() => void submitFile(true, unknown)}>
          {t('resource.importLeaveOut', { count: unknown.length })}
        </Button>
      )}
      <div className="ui-actions">
        {onCancel && <Button onClick={onCancel}>{t('ui.cancel')}</Button>}
        {checked && countChanges(checked) > 0 ? (
          <Button look="primary" disabled={busy} onClick={() => void submitFile(false)}>
            {t('resource.doImport', { count: checked.rows })}
          </Button>
        ) : (
          <Button look="primary" disabled={!file || busy} onClick={() => void submitFile(true)}>
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
function WarningList({ result: { warned, warnings } }: { result: ImportResult }) {
  const { t } = useTranslation('client')
  if (warned === 0) return null
  return (
    <section role="status" className="ui-card is-warned">
      <h2>{t('resource.importWarned', { count: warned })}</h2>
      {warnings.length < warned && <p>{t('resource.importWarnedFirst', { count: warnings.length })}</p>}
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
