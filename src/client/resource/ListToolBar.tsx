import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ListQuery, Resource, ImportResult } from '@/contract/resource'
import { callEndpoint } from '../api/call-endpoint'
import { useCanCall } from '../session/use-session'
import { ToolButtons, type SheetAction } from '../ui/ActionSheet'
import { DownloadIcon, UploadIcon } from '../ui/icons'
import { ProgressIndicator } from '../ui/ProgressIndicator'
import { recordTrouble } from '../ui/trouble'
import { useHiddenColumns } from './views/saved-view'
import { useSendCommand } from '../api/use-send-command'
import { Dialog } from '../ui/Dialog'
import { ImportPanel } from './ImportPanel'

/**
 * Excel export and import, for people with permission and resources that have them. Hidden columns are not exported.
 */
export function ListToolBar({ resource, query }: { resource: Resource; query: ListQuery }) {
  const { t } = useTranslation('client')
  const { export: exportEndpoint, import: importEndpoint } = resource.endpoints
  const canExport = useCanCall(exportEndpoint)
  const canImport = useCanCall(importEndpoint)
  const getHiddenColumns = useHiddenColumns(resource)
  const [isImportOpen, setImportOpen] = useState(false)
  const [exportController, setExportController] = useState<AbortController | null>(null)
  async function exportRows() {
    if (!exportEndpoint) return
    const controller = new AbortController()
    setExportController(controller)
    try {
      const { size: _size, after: _after, page: _page, ...filters } = query
      const hiddenColumns = getHiddenColumns().join()
      await callEndpoint(
        exportEndpoint,
        { ...filters, ...(hiddenColumns ? { without: hiddenColumns } : {}) },
        { signal: controller.signal },
      )
    } catch (error) {
      recordTrouble('shown in a toast, or cancelled', error)
    } finally {
      setExportController(null)
    }
  }
  const actions: SheetAction[] = [
    ...(canExport && !exportController
      ? [{ key: 'export', label: t('resource.export'), icon: <DownloadIcon size={20} />, onChoose: exportRows }]
      : []),
    ...(canImport
      ? [
          {
            key: 'import',
            label: t('resource.import'),
            icon: <UploadIcon size={20} />,
            onChoose: () => setImportOpen(true),
          },
        ]
      : []),
  ]
  return (
    <>
      <ToolButtons actions={actions} />
      {exportController && (
        <ProgressIndicator label={t('resource.exporting')} done={0} onCancel={() => exportController.abort()} />
      )}
      {isImportOpen && <ImportDialog resource={resource} onClose={() => setImportOpen(false)} />}
    </>
  )
}

/** Excel import of one resource. */
function ImportDialog({ resource, onClose }: { resource: Resource; onClose: () => void }) {
  const { t } = useTranslation('client')
  const { template, import: importEndpoint } = resource.endpoints
  const sendImport = useSendCommand(importEndpoint as NonNullable<typeof importEndpoint>)
  async function send(file: File, isDryRun: boolean, skipsUnknownColumns: boolean): Promise<ImportResult> {
    const input = { file: [], dryRun: isDryRun, leaveOut: skipsUnknownColumns }
    const { data } = (await sendImport(input, { files: { file: [file] } })) as { data: ImportResult }
    return data
  }
  return (
    <Dialog open onClose={onClose} title={t('resource.import')} requiresAnswer>
      <ImportPanel
        send={send}
        onDone={onClose}
        onCancel={onClose}
        {...(template ? { downloadTemplate: () => callEndpoint(template, {}) } : {})}
      />
    </Dialog>
  )
}
