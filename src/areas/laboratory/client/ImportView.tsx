import { CommandDialog } from '@/client/resource/CommandDialog'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { Row } from '@/contract/resource'
import { useCommand } from '@/client/api/use-command'
import { useList } from '@/client/api/use-list'
import { useOptions } from '@/client/fields/options'
import { formatMoment } from '@/client/format/time'
import { ResourceStateBadge } from '@/client/resource/ResourceStateBadge'
import { useHasPermission } from '@/client/session/use-session'
import { usePlantZone } from '@/client/session/plant-zone'
import { usePageLink } from '@/client/shell/use-page-link'
import { Button } from '@/client/ui/Button'
import { FilePickButton } from '@/client/ui/FilePickButton'
import { Select } from '@/client/ui/Select'
import { importLab, labImport, undoLab } from '../contract/lab-import'
import { columnRoles } from '../rules/lab-columns'
import { TextInput } from '@/client/ui/TextInput'
import { importTones } from './tones'

type ImportRow = Row<typeof labImport>
type ColumnMappings = ImportRow['columns']
/** Excludes imports that were only previewed. */
const RECENT_QUERY = { state: 'stored,undone', size: 20 }

/** Imports a laboratory file after a preview with column mapping, and lists recent imports. */
export function ImportView() {
  const { t } = useTranslation('laboratory')
  const canUpload = useHasPermission('qualityDataUpload')
  const [file, setFile] = useState<File | null>(null)
  const [preview, setPreview] = useState<ImportRow | null>(null)
  const [columns, setColumns] = useState<ColumnMappings | null>(null)
  const [batch, setBatch] = useState('')
  const importCommand = useCommand(importLab)
  const upload = async (chosenFile: File, dryRun: boolean, mapping: ColumnMappings | null) => {
    const input = {
      file: [],
      dryRun,
      ...(batch.trim() ? { batch: batch.trim() } : {}),
      ...(mapping ? { columns: mapping } : {}),
    }
    const result = await importCommand.run(input, {
      files: { file: [chosenFile] },
      changedResources: ['testBatch', 'testResult'],
      quiet: true,
      ...(dryRun ? { savedMessage: null } : {}),
    })
    if (!result || result.queued) return
    setPreview(result.data)
    setColumns(dryRun ? result.data.columns : null)
    if (!dryRun) setFile(null)
  }
  const errors = preview?.issues.filter(({ warning }) => !warning) ?? []
  return (
    <div className="lab-import">
      {canUpload && (
        <div className="lab-choice">
          <FilePickButton
            label={file?.name ?? t('pages.qualityData.file')}
            accessibleName={t('pages.qualityData.file')}
            accept=".xlsx,.csv"
            onFiles={([chosen]) => {
              setFile(chosen ?? null)
              setPreview(null)
              if (chosen) void upload(chosen, true, null)
            }}
          />
          <label>
            {t('inputs.batch')}
            <TextInput value={batch} maxLength={60} onChange={setBatch} />
          </label>
        </div>
      )}
      {importCommand.refusalMessage && (
        <p role="alert" className="lab-refused">
          {file && <b>{file.name}</b>} {importCommand.refusalMessage}
        </p>
      )}
      {file && preview && columns && (
        <section>
          <p role="status">{t('pages.qualityData.understood', { rows: preview.rows, values: preview.values })}</p>
          <ColumnMappingTable columns={columns} onChange={setColumns} />
          <IssueList issues={preview.issues} />
          <div className="ui-actions">
            <Button disabled={importCommand.busy} onClick={() => void upload(file, true, columns)}>
              {t('pages.qualityData.lookAgain')}
            </Button>
            <Button
              look="primary"
              disabled={importCommand.busy || errors.length > 0}
              onClick={() => void upload(file, false, columns)}
            >
              {t('pages.qualityData.takeIn')}
            </Button>
          </div>
        </section>
      )}
      {preview && !columns && preview.issues.length > 0 && <IssueList issues={preview.issues} />}
      <RecentImportsSection />
    </div>
  )
}

function ColumnMappingTable({
  columns,
  onChange,
}: {
  columns: ColumnMappings
  onChange: (columns: ColumnMappings) => void
}) {
  const { t } = useTranslation('laboratory')
  const indexOptions = useOptions('testIndex')
  const changeColumn = (columnNumber: number, change: Partial<ColumnMappings[number]>) =>
    onChange(columns.map((column) => (column.column === columnNumber ? { ...column, ...change } : column)))
  return (
    <div className="lab-grid-scroll">
      <table>
        <thead>
          <tr>
            <th scope="col">{t('labImport.sub.columns.header')}</th>
            <th scope="col">{t('labImport.sub.columns.role')}</th>
          </tr>
        </thead>
        <tbody>
          {columns.map(({ column, header, role, indexId, example }) => (
            <tr key={column}>
              <th scope="row">
                {header}
                {example && <small>{`${t('labImport.sub.columns.example')}: ${example}`}</small>}
              </th>
              {/* The index stands below its role, so that a phone shows both without scrolling. */}
              <td>
                <Select
                  label={`${header} ${t('labImport.sub.columns.role')}`}
                  value={role}
                  options={columnRoles.map((columnRole) => ({
                    value: columnRole,
                    label: t(`labImport.subOptions.columns.role.${columnRole}`),
                  }))}
                  onChange={(chosen) => changeColumn(column, { role: chosen })}
                />
                {role === 'index' && (
                  <Select
                    label={`${header} ${t('labImport.sub.columns.indexId')}`}
                    value={indexId ?? ''}
                    options={[
                      { value: '', label: '–' },
                      ...indexOptions.list.map(({ id, label }) => ({ value: id, label })),
                    ]}
                    onChange={(chosen) => changeColumn(column, { indexId: chosen || null })}
                  />
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function IssueList({ issues }: { issues: ImportRow['issues'] }) {
  const { t } = useTranslation('laboratory')
  if (issues.length === 0) return <p className="quiet">{t('pages.qualityData.noProblems')}</p>
  return (
    <ul className="lab-issues">
      {issues.map(({ row, column, message, warning }, i) => (
        <li key={i} className={warning ? 'is-warn' : 'is-bad'}>
          {t('pages.qualityData.atRow', { row, column })} {message}
        </li>
      ))}
    </ul>
  )
}

/** Lists recent imports. An import can be undone as a whole, confirmed by the password. */
function RecentImportsSection() {
  const { t } = useTranslation('laboratory')
  const zone = usePlantZone()
  const canUndo = useHasPermission('qualityDataDelete')
  const { rows } = useList(labImport, RECENT_QUERY)
  const toPageLink = usePageLink()
  const [undoImportId, setUndoImportId] = useState<string | null>(null)
  return (
    <section>
      <h2>{t('pages.qualityData.recent')}</h2>
      {rows.length === 0 && <p className="quiet">{t('refusals.noImport')}</p>}
      <ul className="lab-recent">
        {rows.map((row) => (
          <li key={row.id} className="ui-card">
            <b>{row.fileName}</b> <ResourceStateBadge resource={labImport} state={row.state} tones={importTones} />
            <small>
              {formatMoment(row.importedAt ?? row.createdAt, zone)} ·{' '}
              {t('pages.qualityData.understood', { rows: row.rows, values: row.values })}
            </small>
            {row.state === 'stored' && (
              <div className="cluster">
                <Link to={toPageLink('qualityData', { importId: row.id }) ?? ''} className="ui-button">
                  {t('pages.qualityData.itsBatches')}
                </Link>
                {canUndo && (
                  <Button look="quiet" onClick={() => setUndoImportId(row.id)}>
                    {t('actions.labImport_undo')}
                  </Button>
                )}
              </div>
            )}
          </li>
        ))}
      </ul>
      {undoImportId && (
        <CommandDialog
          command={undoLab}
          row={{ id: undoImportId }}
          isDangerous
          changedResources={['testBatch', 'testResult']}
          onClose={() => setUndoImportId(null)}
        />
      )}
    </section>
  )
}
