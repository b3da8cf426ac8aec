import './import.css'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ImportResult } from '@/contract/resource'
import { ApiError } from '../api/api-error'
import { notify } from '../api/notify'
import { Button } from '../ui/Button'
import { DownloadIcon, UploadIcon } from '../ui/icons'
import { recordTrouble } from '../ui/trouble'
import { ImportChanges } from './ImportChanges'

export interface CellError {
  row: number
  column: string
  header: string
  message: string
}
/** Errors by row and column in a refused import. */
export function cellErrors(error: unknown): CellError[] {
  const rows = error instanceof ApiError ? (error.data as { rows?: unknown } | null)?.rows : null
  if (!Array.isArray(rows)) return []
  return rows.map((raw: Partial<CellError>) => ({
    row: Number(raw.row),
    column: String(raw.column ?? ''),
    header: String(raw.header ?? ''),
    message: String(raw.message ?? ''),
  }))
}

export interface ImportStepsProps {
  busy: boolean
  /** Sends the file, as a trial that writes nothing or for good. */
  send: (file: File, dryRun: boolean) => Promise<ImportResult>
  template?: () => Promise<unknown>
  onDone?: () => void
  onCancel?: () => void
}

/** The way of an Excel file in: the template, a check that writes nothing, then the import. All rows or none. */
export function ImportSteps({ busy, send, template, onDone, onCancel }: ImportStepsProps) {
  const { t } = useTranslation('client')
  const [file, setFile] = useState<File | null>(null)
  const [checked, setChecked] = useState<ImportResult | null>(null)
  const [errors, setErrors] = useState<CellError[]>([])
  const [round, setRound] = useState(0)
  const choose = (next: File | null) => {
    setFile(next)
    setChecked(null)
    setErrors([])
  }
  async function go(dryRun: boolean) {
    if (!file) return
    setErrors([])
    try {
      const result = await send(file, dryRun)
      if (dryRun) return setChecked(result)
      void notify(
        t('resource.imported', { created: result.created, updated: result.updated, unchanged: result.unchanged }),
        'success',
      )
      choose(null)
      setRound((n) => n + 1)
      onDone?.()
    } catch (error) {
      recordTrouble('told by a toast, and below', error)
      setChecked(null)
      setErrors(cellErrors(error))
    }
  }
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
      <label className="ui-button file-pick">
        <UploadIcon size={20} />
        <span>{file ? file.name : t('resource.chooseFile')}</span>
        <input
          key={round}
          className="ui-hidden"
          type="file"
          accept=".xlsx,.csv"
          disabled={busy}
          onChange={(event) => choose(event.target.files?.[0] ?? null)}
        />
      </label>
      <output>
        {checked &&
          t('resource.checked', {
            rows: checked.rows,
            created: checked.created,
            updated: checked.updated,
            unchanged: checked.unchanged,
          })}
      </output>
      {checked && <ImportChanges result={checked} />}
      {errors.length > 0 && <Errors errors={errors} />}
      <div className="ui-actions">
        {onCancel && <Button onClick={onCancel}>{t('ui.cancel')}</Button>}
        {checked ? (
          <Button look="primary" disabled={busy} onClick={() => void go(false)}>
            {t('resource.doImport', { count: checked.rows })}
          </Button>
        ) : (
          <Button look="primary" disabled={!file || busy} onClick={() => void go(true)}>
            {t('resource.dryRun')}
          </Button>
        )}
      </div>
    </div>
  )
}
function Errors({ errors }: { errors: readonly CellError[] }) {
  const { t } = useTranslation('client')
  return (
    <section role="alert" className="ui-field-errors">
      <h2>{t('resource.importErrors', { count: errors.length })}</h2>
      <ul className="import-errors">
        {errors.map((error) => (
          <li key={`${error.row} ${error.column} ${error.message}`}>
            <b>{t('resource.importCell', { row: error.row, column: error.column || error.header })}</b>{' '}
            {error.column && error.header} {error.message}
          </li>
        ))}
      </ul>
    </section>
  )
}
