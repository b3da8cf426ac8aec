import '@/client/fields/fields.css'
import '@/client/ui/dialog-form.css'
import './packing.css'
import { useState, type ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { createUuid7 } from '@/contract/id'
import { findRowOrReason, notifyRefusal, type Hit } from '@/client/api/scanned-row'
import { callEndpoint } from '@/client/api/call-endpoint'
import { useRow } from '@/client/api/use-list'
import type { PageViewProps } from '@/client/area'
import { useHasPermission } from '@/client/session/use-session'
import { useOpenDialog } from '@/client/ui/Dialog'
import { useNoNetworkReason } from '@/client/shell/SyncIndicator'
import { ExplainedButton } from '@/client/ui/Button'
import { PlusIcon, ScanIcon } from '@/client/ui/icons'
import { ScannerDialog, useHardwareScanner } from '@/client/ui/ScannerDialog'
import { SkeletonDetail } from '@/client/ui/Skeleton'
import { equipmentByCode } from '@/areas/equipment/contract/equipment-endpoints'
import { slitRoll } from '@/areas/slitting/contract/slitting'
import { rollPackage } from '../contract/package'
import { packRolls } from '../contract/package-endpoints'
import { isBlockedByHold, getNextPackageAction, packageLifecycle } from '../rules/package'
import { useHoldReason } from '@/areas/rolls/client/shared/HoldNotice'
import { useSlitter, type SlitterLine } from '@/areas/slitting/client/shared/use-slitter'
import { useSlitterCommand } from '@/areas/slitting/client/shared/use-slitter-command'
import { ChoosePackageDialog } from './ChoosePackageDialog'
import { PackagePanel } from './PackagePanel'
import type { PackageAction } from './PackageActionBar'
import { PackageLabelsView } from './PackageLabelsView'
import { PackageList } from './PackageList'
import { RollsToPackSection } from './RollsToPackSection'
import { ScannedPackagePage } from './ScannedPackagePage'

/**
 * Number of rolls to pack that are displayed before the list is expanded: below an open package, and above all
 * packages.
 */
const COLLAPSED_COUNT = { inPackage: 12, aboveList: 3 }
/** Looks up a code on the server, for codes that this phone does not know. */
const findOnServer = async (text: string): Promise<Hit[]> => {
  const { resource, id, label, code } = await callEndpoint(equipmentByCode, { text }, { quiet: 'transport' })
  return resource && id ? [{ resource, id, label: label ?? code }] : []
}

/**
 * View of the slitter page with the packages of a slitter. URL parameters open a scanned package or the label of a
 * package instead.
 */
export default function PackingView({ rowId, frame }: PageViewProps) {
  const [params, setParams] = useSearchParams()
  const slitter = useSlitter().slitters.find(({ id }) => id === rowId) ?? null
  const openPackage = (id: string | null) => setParams({ view: 'packing', ...(id ? { package: id } : {}) })
  const scannedId = params.get('id')
  const labelledId = params.get('labels')
  if (scannedId) return <ScannedPackagePage id={scannedId} onBack={() => setParams({})} onPack={openPackage} />
  if (labelledId) return <PackageLabelsView id={labelledId} onBack={() => openPackage(labelledId)} />
  return (
    <PackageView
      frame={frame}
      slitter={slitter}
      packageId={params.get('package')}
      onOpen={openPackage}
      onLabels={(id) => setParams({ labels: id, of: 'package' })}
    />
  )
}

/**
 * 包装: packs rolls into open packages by scanning them. Needs a network: only the server assigns the number for the
 * label of the package, and only the server knows whether a roll is already packed or on hold.
 */
export function PackageView({
  frame,
  slitter,
  packageId,
  onOpen,
  onLabels,
}: {
  frame: PageViewProps['frame']
  /** The slitter of this tablet; null if there is none. */
  slitter: SlitterLine | null
  packageId: string | null
  onOpen: (id: string | null) => void
  onLabels: (id: string) => void
}) {
  const { t } = useTranslation('packing')
  const canPack = useHasPermission('divideInteractiveEdit')
  const [isScanning, setScanning] = useState(false)
  const [showsWholePlant, setShowsWholePlant] = useState(false)
  const { row, refs, isLoading } = useRow(rollPackage, packageId)
  const packCommand = useSlitterCommand(packRolls)
  const holdReason = useHoldReason(row?.holds)
  const offlineReason = useNoNetworkReason()
  // A pending confirmation applies only to the package for which it was opened.
  const dialog = useOpenDialog<PackageAction, { id: string }>([])
  const pendingAction = dialog.row?.id === packageId ? dialog.kind : null
  const setPendingAction = (action: PackageAction | null) => (action && row ? dialog.open(action, row) : dialog.close())
  const [packageChoice, setPackageChoice] = useState<
    (Pick<ComponentProps<typeof ChoosePackageDialog>, 'number' | 'openPackages'> & { id: string }) | null
  >(null)
  // Packs a roll into the given package, else into the package on screen, else into a new package, which then opens.
  const packRoll = async (rollId: string, targetPackageId: string | null = packageId) => {
    const id = targetPackageId ?? createUuid7()
    const isPacked = await packCommand.execute(
      { id, rollIds: [rollId] },
      { savedMessage: t('pages.divideInteractive.packedOne') },
    )
    if (isPacked && id !== packageId) onOpen(id)
  }
  const renderRollsToPack = (orderIds: string | null, collapsedCount: number) =>
    canPack && orderIds ? (
      <RollsToPackSection
        key={orderIds}
        orderIds={orderIds}
        collapsedCount={collapsedCount}
        busy={packCommand.busy}
        offersOpenPackages={!packageId}
        onPack={({ id, number }, openPackages) =>
          openPackages.length > 0 ? setPackageChoice({ id, number, openPackages }) : void packRoll(id)
        }
      />
    ) : null
  const onScan = async (code: string) => {
    const { hit, reason } = await findRowOrReason(code, [slitRoll.name, rollPackage.name], {
      unknownMessage: t('pages.divideInteractive.notARoll', { code }),
      askServer: findOnServer,
    })
    if (!hit) return reason
    if (hit.resource === rollPackage.name) {
      setScanning(false)
      return onOpen(hit.id)
    }
    // A closed or shipped package takes no rolls. The message appears before the next scan.
    if (row && row.state !== packageLifecycle.initial)
      return t('pages.packing.takesNone', { number: row.number, state: t(`package.options.state.${row.state}`) })
    if (offlineReason) return offlineReason
    await packRoll(hit.id)
    return null
  }
  useHardwareScanner((code) => {
    if (canPack) void onScan(code).then(notifyRefusal)
  })
  const scanner = isScanning && (
    <ScannerDialog onCode={onScan} onClose={() => setScanning(false)} hint={t('pages.divideInteractive.scanRolls')} />
  )
  if (packageId && !row && isLoading) return frame(<SkeletonDetail />)
  const nextAction = row && row.rolls > 0 ? getNextPackageAction(row.state) : null
  return frame(
    <>
      {row ? (
        <>
          <PackagePanel
            key={row.id}
            row={row}
            refs={refs}
            pendingAction={pendingAction}
            onPendingAction={setPendingAction}
            onBack={() => onOpen(null)}
            onLabels={() => onLabels(row.id)}
          />
          {row.state === packageLifecycle.initial &&
            !holdReason &&
            renderRollsToPack(row.workOrderId, COLLAPSED_COUNT.inPackage)}
        </>
      ) : (
        <PackageList
          slitter={slitter}
          showsWholePlant={showsWholePlant}
          onShowWholePlant={setShowsWholePlant}
          onOpen={onOpen}
          renderRollsToPack={(orderIds) => renderRollsToPack(orderIds, COLLAPSED_COUNT.aboveList)}
        />
      )}
      {scanner}
      {packageChoice && (
        <ChoosePackageDialog
          number={packageChoice.number}
          openPackages={packageChoice.openPackages}
          onChoose={(targetPackageId) => {
            setPackageChoice(null)
            void packRoll(packageChoice.id, targetPackageId)
          }}
          onClose={() => setPackageChoice(null)}
        />
      )}
    </>,
    canPack &&
      (nextAction ? (
        <ExplainedButton
          look="primary"
          disabledReason={offlineReason ?? (isBlockedByHold(nextAction) ? holdReason : null)}
          onClick={() => setPendingAction(nextAction)}
        >
          {t(`package.steps.${nextAction}`)}
        </ExplainedButton>
      ) : (
        (!row || row.state === packageLifecycle.initial) && (
          <ExplainedButton
            look="primary"
            icon={packageId ? <ScanIcon size={20} /> : <PlusIcon size={20} />}
            disabledReason={packCommand.busy ? '' : (offlineReason ?? holdReason)}
            onClick={() => setScanning(true)}
          >
            {t(packageId ? 'pages.divideInteractive.scanRolls' : 'pages.divideInteractive.newPackage')}
          </ExplainedButton>
        )
      )),
  )
}
