import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ListQuery, Resource, ImportResult } from '@/contract/resource'
import { callEndpoint } from '../api/call-endpoint'
import { useCanCall } from '../session/use-session'
import { Button } from '../ui/Button'
import { DownloadIcon, UploadIcon } from '../ui/icons'
import { ProgressIndicator } from '../ui/ProgressIndicator'
import { recordTrouble } from '../ui/trouble'
import { useHiddenColumns } from './views/saved-view'
import { useCommand } from '../api/use-command'
import { Dialog } from '../ui/Dialog'
import { ImportPanel } from './ImportPanel'

/**
 * Excel export and import, for people with permission and resources that have them. Hidden columns are not exported.
 */
export function ListToolBar({ of, query }: { of: Resource; query: ListQuery }) {
  const { t } = useTranslation('client')
  const { export: exporting, import: importing } = of.endpoints
  const mayExport = useCanCall(exporting)
  const mayImport = useCanCall(importing)
  const getHiddenColumns = useHiddenColumns(of)
  const [open, setOpen] = useState(false)
  const [running, setRunning] = useState<AbortController | null>(null)
  async function save() {
    if (!exporting) return
    const controller = new AbortController()
    setRunning(controller)
    try {
      const { size: _size, after: _after, page: _page, ...wanted } = query
      const hiddenColumns = getHiddenColumns().join()
      await callEndpoint(
        exporting,
        { ...wanted, ...(hiddenColumns ? { without: hiddenColumns } : {}) },
        { signal: controller.signal },
      )
    } catch (error) {
      recordTrouble('told by a toast, or cancelled', error)
    } finally {
      setRunning(null)
    }
  }
  return (
    <>
      {mayExport && !running && (
        <Button
          look="quiet"
          icon={<DownloadIcon size={20} />}
          aria-label={t('resource.export')}
          title={t('resource.export')}
          onClick={() => void save()}
        />
      )}
      {running && <ProgressIndicator label={t('resource.exporting')} done={0} onCancel={() => running.abort()} />}
      {mayImport && (
        <Button
          look="quiet"
          icon={<UploadIcon size={20} />}
          aria-label={t('resource.import')}
          title={t('resource.import')}
          onClick={() => setOpen(true)}
        />
      )}
      {open && <ImportDialog of={of} onClose={() => setOpen(false)} />}
    </>
  )
}

/** Excel import of one resource. */
function ImportDialog({ of, onClose }: { of: Resource; onClose: () => void }) {
  const { t } = useTranslation('client')
  const { template, import: importing } = of.endpoints
  const command = useCommand(importing as NonNullable<typeof importing>)
  async function send(file: File, dryRun: boolean, leaveOut: boolean): Promise<ImportResult> {
    const { data } = (await command.run({ file: [], dryRun, leaveOut }, { files: { file: [file] } })) as {
      data: ImportResult
    }
    return data
  }
  return (
    <Dialog open onClose={onClose} title={t('resource.import')} requiresAnswer>
      <ImportPanel
        busy={command.busy}
        send={send}
        onDone={onClose}
        onCancel={onClose}
        {...(template ? { template: () => callEndpoint(template, {}) } : {})}
      />
    </Dialog>
  )
}
