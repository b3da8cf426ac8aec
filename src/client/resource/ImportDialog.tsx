import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ImportResult, Resource } from '@/contract/resource'
import { ApiError } from '../api/api-error'
import { call } from '../api/call'
import { notify } from '../api/notify'
import { useCommand } from '../api/use-command'
import { Button } from '../ui/Button'
import { DownloadIcon } from '../ui/icons'
import { Sheet } from '../ui/Sheet'
import { noteTrouble } from '../ui/trouble'

interface CellError { row: number; column: string; header: string; message: string }
/** Errors by row and column in a refused import. */
export function cellErrors(error: unknown): CellError[] {
  const rows = error instanceof ApiError ? (error.data as { rows?: unknown } | null)?.rows : null
  if (!Array.isArray(rows)) return []
  return rows.map((raw: Partial<CellError>) => ({ row: Number(raw.row), column: String(raw.column ?? ''), header: String(raw.header ?? ''), message: String(raw.message ?? '') }))
}

/** Excel in: the template, a check that writes nothing, then the import. All rows or none. */
export function ImportDialog({ of, onClose }: { of: Resource; onClose: () => void }) {
  const { t } = useTranslation('client')
  const { template, import: importing } = of.endpoints
  const [file, setFile] = useState<File | null>(null)
  const [checked, setChecked] = useState<ImportResult | null>(null)
  const [errors, setErrors] = useState<CellError[]>([])
  const command = useCommand(importing as NonNullable<typeof importing>)
  async function send(dryRun: boolean) {
    if (!file) return
    setErrors([])
    try {
      const { data } = (await command.run({ file: [], dryRun }, { files: { file: [file] } })) as unknown as { data: ImportResult }
      if (dryRun) return setChecked(data)
      void notify(t('resource.imported', { created: data.created, updated: data.updated }), 'success')
      onClose()
    } catch (error) {
      setChecked(null)
      setErrors(cellErrors(error))
    }
  }
  return (
    <Sheet open onClose={onClose} title={t('resource.import')} alert>
      <p>{t('resource.importStep')}</p>
      {template && <Button icon={<DownloadIcon size={20} />} onClick={() => void call(template, {}).catch((error: unknown) => noteTrouble('told by a toast', error))}>{t('resource.template')}</Button>}
      <label className="filter">
        {t('resource.chooseFile')}
        <input type="file" accept=".xlsx" onChange={(event) => { setFile(event.target.files?.[0] ?? null); setChecked(null); setErrors([]) }} />
      </label>
      {checked && <output>{t('resource.checked', { rows: checked.rows, created: checked.created, updated: checked.updated })}</output>}
      {errors.length > 0 && (
        <section role="alert" className="ui-field-errors">
          <h2>{t('resource.importErrors', { count: errors.length })}</h2>
          <ul className="import-errors">{errors.map((error) => <li key={`${error.row} ${error.column} ${error.message}`}>{t('resource.importCell', { row: error.row, column: error.column || error.header })} {error.column && error.header} {error.message}</li>)}</ul>
        </section>
      )}
      <div className="ui-actions">
        <Button onClick={onClose}>{t('ui.cancel')}</Button>
        {checked
          ? <Button look="primary" disabled={command.busy} onClick={() => void send(false)}>{t('resource.doImport', { count: checked.rows })}</Button>
          : <Button look="primary" disabled={!file || command.busy} onClick={() => void send(true)}>{t('resource.dryRun')}</Button>}
      </div>
    </Sheet>
  )
}
