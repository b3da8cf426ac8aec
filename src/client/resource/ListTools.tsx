import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ListQuery, Resource } from '@/contract/resource'
import { call } from '../api/call'
import { useMayCall } from '../session/use-session'
import { Button } from '../ui/Button'
import { DownloadIcon, UploadIcon } from '../ui/icons'
import { Progress } from '../ui/Progress'
import { ImportDialog } from './ImportDialog'
import { recordTrouble } from '../ui/trouble'
import { useLeftOut } from './views/saved-view'

/**
 * Excel export and import, for people with permission and resources that have them. Hidden columns are not exported.
 */
export function ListTools({ of, query }: { of: Resource; query: ListQuery }) {
  const { t } = useTranslation('client')
  const { export: exporting, import: importing } = of.endpoints
  const mayExport = useMayCall(exporting)
  const mayImport = useMayCall(importing)
  const leftOut = useLeftOut(of)
  const [open, setOpen] = useState(false)
  const [running, setRunning] = useState<AbortController | null>(null)
  async function save() {
    if (!exporting) return
    const stop = new AbortController()
    setRunning(stop)
    try {
      const { size: _size, after: _after, page: _page, ...wanted } = query
      const without = leftOut().join()
      await call(exporting, { ...wanted, ...(without ? { without } : {}) }, { signal: stop.signal })
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
      {running && <Progress label={t('resource.exporting')} done={0} onCancel={() => running.abort()} />}
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
