import '@/client/fields/fields.css'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { UnsentCommand } from '@/client/api/phone'
import { findRowOrReason, notifyRefusal } from '@/client/api/scanned-row'
import { useRow } from '@/client/api/use-list'
import { Picker } from '@/client/fields/picker'
import { useLabels } from '@/client/i18n/labels'
import { EmptyState } from '@/client/ui/EmptyState'
import { PageFrame } from '@/client/ui/PageFrame'
import { isLiveScan, ScannerDialog, useHardwareScanner, type CodeSource } from '@/client/ui/ScannerDialog'
import { SkeletonDetail } from '@/client/ui/Skeleton'
import { meter, meterReading } from '../../contract/meter'
import { fetchRowsByCode } from '../fetch-rows-by-code'
import { ReadingForm } from './ReadingForm'

interface Props {
  meterId: string | null
  unsent?: UnsentCommand
  onChooseMeter: (id: string) => void
  onBack: () => void
}

/** Reads meter after meter: scan, enter the value, save, scan the next one. */
export function ReadMeterPage({ meterId, unsent, onChooseMeter, onBack }: Props) {
  const { t } = useTranslation(['equipment', 'client'])
  const labels = useLabels('equipment')
  const [isScannerOpen, setIsScannerOpen] = useState(!meterId)
  const [wasScanned, setWasScanned] = useState(false)
  const { row, isLoading } = useRow(meter, meterId || null)
  async function onCode(code: string, codeSource: CodeSource) {
    const { hit, reason } = await findRowOrReason(code, ['meter'], {
      unknownMessage: t('client:shell.scan.unknown', { code }),
      askServer: fetchRowsByCode,
    })
    if (!hit) return reason
    setIsScannerOpen(false)
    setWasScanned(isLiveScan(codeSource))
    return onChooseMeter(hit.id)
  }
  // Like the camera, a hardware scanner proves that the person stood at the meter.
  useHardwareScanner((code) => void onCode(code, 'camera').then(notifyRefusal))
  if (row)
    return (
      <ReadingForm
        meterRow={row}
        source={wasScanned ? 'scanned' : 'manual'}
        {...(unsent ? { unsent } : {})}
        onBack={onBack}
        onSaved={() => (unsent ? onBack() : onChooseMeter(''))}
      />
    )
  return (
    <PageFrame title={t('pages.meters.read')} onBack={onBack}>
      <div className="eq-steps stack gap-4">
        <Picker
          resource="meter"
          id="read-meter"
          label={labels.field(meterReading, 'meterId')}
          multiple={false}
          ids={meterId ? [meterId] : []}
          onPick={([id]) => {
            if (id) onChooseMeter(id)
          }}
        />
        {meterId && isLoading ? (
          <SkeletonDetail fields={2} />
        ) : (
          <EmptyState title={t('pages.meters.chooseMeter')} advice={t('pages.meters.chooseMeterNext')} />
        )}
      </div>
      {isScannerOpen && (
        <ScannerDialog onCode={onCode} onClose={() => setIsScannerOpen(false)} hint={t('pages.meters.scanHint')} />
      )}
    </PageFrame>
  )
}
