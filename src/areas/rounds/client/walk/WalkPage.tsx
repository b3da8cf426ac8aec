import '../rounds.css'
import './answers.css'
import './walk.css'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { notify } from '@/client/api/notify'
import { findRowByCode, notifyRefusal } from '@/client/api/scanned-row'
import { useLanguage } from '@/client/format/use-language'
import {
  isLiveScan,
  ScannerDialog,
  parseCodeSource,
  useHardwareScanner,
  type CodeRefusal,
  type CodeSource,
} from '@/client/ui/ScannerDialog'
import { recordTrouble } from '@/client/ui/trouble'
import { equipment } from '@/areas/equipment/contract/equipment'
import { PointPage } from './PointPage'
import { RoundOverviewPage } from './RoundOverviewPage'
import { formatMachineName } from './format-check-item'
import type { Round, WalkPoint } from './walk-points'
import { findPointByCode } from './round-progress'
import type { PointDraft } from './point-draft'
import { useNow } from '@/client/clock'
import { RowBoundary } from '@/client/resource/QueryBoundary'
import { useQueryParams } from '@/client/use-query-params'
import { useWalk, type Walk } from './use-walk'

/** A round being walked. The open point is in the address: the phone's back button leaves the point, not the round. */
export default function WalkPage({ roundId, onBack }: { roundId: string; onBack: () => void }) {
  const walk = useWalk(roundId)
  return (
    <RowBoundary query={{ ...walk, row: walk.round }} onBack={onBack}>
      {(round) => <LoadedWalkPage walk={walk} round={round} roundId={roundId} onBack={onBack} />}
    </RowBoundary>
  )
}

function LoadedWalkPage({
  walk,
  round,
  roundId,
  onBack,
}: {
  walk: Walk
  round: Round
  roundId: string
  onBack: () => void
}) {
  const { t } = useTranslation('rounds')
  const [isScannerOpen, setIsScannerOpen] = useState(false)
  const [scanResult, setScanResult] = useState<{ pointKey: string; scanPatch: Partial<PointDraft> } | null>(null)
  const now = useNow()
  const isInProgress = round.state === 'inProgress'
  const { pointKey, scannedCode, openPoint } = useOpenPoint(roundId, isInProgress)
  const { points, progress } = walk
  const point = points.find((candidate) => candidate.key === pointKey) ?? null
  const roundCommands = useRoundCommands(walk, onBack)
  useWakeLock(isInProgress)

  const language = useLanguage()
  const getMachineText = useCallback(
    (machine: WalkPoint['machine']) => formatMachineName(machine, language, t),
    [language, t],
  )
  const describeUnknownCode = useUnknownCodeText()
  const onScanned = useCallback(
    async (text: string, source: CodeSource): Promise<CodeRefusal> => {
      const hit = findPointByCode(
        points,
        text,
        isLiveScan(source) ? 'scanner' : 'hand',
        (candidateKey) => progress.pointStates.get(candidateKey) === 'open',
      )
      if (!hit) return describeUnknownCode(text)
      const expectedPoint = points.find((candidate) => candidate.key === pointKey)
      if (expectedPoint && hit.point.equipmentId !== expectedPoint.equipmentId) {
        const message = t('pages.polling.otherPoint', {
          found: getMachineText(hit.point.machine),
          wanted: getMachineText(expectedPoint.machine),
        })
        // A typed code of another point is refused here, because the person has not moved. A scan of another point
        // opens that point, because the person stands there.
        if (!isLiveScan(source)) return message
        void notify(message, 'fail')
      }
      setIsScannerOpen(false)
      // The phone's back button leads from any point to the overview, so another point replaces the open one.
      const replacesPoint = pointKey !== null
      if (hit.point.scanRequired && hit.presence === 'byHand') {
        // This point requires a scan. A code that was typed or read from a picture is sent along, but does not prove
        // presence.
        void notify(t('pages.polling.scanRequired'), 'fail')
        setScanResult({ pointKey: hit.point.key, scanPatch: { scannedText: text } })
        return openPoint(hit.point.key, replacesPoint)
      }
      setScanResult({ pointKey: hit.point.key, scanPatch: { presence: hit.presence, scannedText: text } })
      openPoint(hit.point.key, replacesPoint)
    },
    [points, progress, openPoint, pointKey, t, describeUnknownCode, getMachineText],
  )
  useHardwareScanner((text) => void onScanned(text, 'camera').then(notifyRefusal), isInProgress)
  // Waits for the machines: until then, their labels would be reported as not part of the round.
  useCodeFromAddress(isInProgress && points.length > 0 && !walk.isLoadingDetails, onScanned)

  // Opens the first point as soon as the phone knows that the round has started. A scanned code opens its own point.
  const start = () =>
    void roundCommands.start(() => {
      if (!scannedCode) openPoint(progress.nextPoint?.key ?? null)
    })
  // The point just answered counts as open until the outbox has reported it, so it is excluded here.
  const openNextPoint = () =>
    openPoint(
      points.find((candidate) => candidate.key !== pointKey && progress.pointStates.get(candidate.key) === 'open')
        ?.key ?? null,
      true,
    )
  const choosePoint = (chosenKey: string) => {
    setScanResult(null)
    openPoint(chosenKey)
  }
  return (
    <>
      {point ? (
        <PointPage
          key={point.key}
          walk={walk}
          roundId={roundId}
          point={point}
          scanPatch={scanResult?.pointKey === point.key ? scanResult.scanPatch : EMPTY_PATCH}
          onScan={() => setIsScannerOpen(true)}
          onBack={() => openPoint(null, true)}
          onDone={openNextPoint}
        />
      ) : (
        <RoundOverviewPage
          walk={walk}
          round={round}
          now={now}
          isBusy={roundCommands.busy}
          onOpenPoint={choosePoint}
          onScan={() => setIsScannerOpen(true)}
          onStart={start}
          onFinish={(note) => void roundCommands.finish(note)}
          onBack={onBack}
        />
      )}
      {isScannerOpen && (
        <ScannerDialog
          onCode={onScanned}
          onClose={() => setIsScannerOpen(false)}
          liveOnly={point?.scanRequired ?? false}
          hint={point ? `${t('pages.polling.scanWhat')} ${point.code}` : t('pages.polling.scanAny')}
        />
      )}
    </>
  )
}

const EMPTY_PATCH: Partial<PointDraft> = {}

/** Returns a function that builds the message for a code outside the round, with the name of its row if known. */
function useUnknownCodeText(): (text: string) => Promise<string> {
  const { t } = useTranslation('rounds')
  return useCallback(
    async (text) => {
      const hit = await findRowByCode(text, [equipment.name]).catch((error: unknown) => {
        recordTrouble('code not looked up', error)
        return null
      })
      return t('pages.polling.notInRound', { code: hit?.label ?? text })
    },
    [t],
  )
}

/**
 * Reads the open point from the address. `openPoint` opens another one, or the overview for null; with
 * `replacesHistoryEntry` it adds no history entry.
 */
function useOpenPoint(roundId: string, isInProgress: boolean) {
  const [params, changeParams] = useQueryParams()
  const openPoint = useCallback(
    // A scan opened this page with the round's id and code; both are removed.
    (nextPointKey: string | null, replacesHistoryEntry = false) =>
      changeParams(
        { walk: roundId, point: nextPointKey, id: null, code: null, how: null },
        { replace: replacesHistoryEntry },
      ),
    [changeParams, roundId],
  )
  return { pointKey: isInProgress ? params.get('point') : null, scannedCode: params.get('code'), openPoint }
}

/** Commands to start and finish a round. */
function useRoundCommands(walk: Walk, onBack: () => void) {
  const { t } = useTranslation('rounds')
  const start = async (onStarted: () => void) => {
    if (await walk.start()) onStarted()
  }
  const finish = async (note: string) => {
    if (await walk.finish(note, t('pages.polling.finished'))) onBack()
  }
  return { busy: walk.isBusy, start, finish }
}

/**
 * Handles the code with which the universal scan opened this page. It proves presence at its point, once. The address
 * holds the code, and in `how` whether it was scanned or typed.
 */
function useCodeFromAddress(
  isReady: boolean,
  onScanned: (text: string, source: CodeSource) => Promise<CodeRefusal>,
): void {
  const [params] = useQueryParams()
  const handledCode = useRef<string | null>(null)
  const code = params.get('code')
  const source = parseCodeSource(params.get('how'))
  useEffect(() => {
    if (!isReady || !code || handledCode.current === code) return
    handledCode.current = code
    void onScanned(code, source).then(notifyRefusal)
  }, [isReady, code, source, onScanned])
}

/** Keeps the screen on, if the browser supports it. Requests the lock again when the page becomes visible. */
function useWakeLock(isEnabled: boolean): void {
  useEffect(() => {
    if (!isEnabled || !('wakeLock' in navigator)) return
    let lock: WakeLockSentinel | null = null
    let isDisposed = false
    const requestLock = async () => {
      if (document.visibilityState !== 'visible' || isDisposed) return
      try {
        const newLock = await navigator.wakeLock.request('screen')
        if (isDisposed) await newLock.release()
        else lock = newLock
      } catch (error) {
        recordTrouble('screen may go dark', error) // low battery or not permitted; the walk continues
      }
    }
    void requestLock()
    document.addEventListener('visibilitychange', requestLock)
    return () => {
      isDisposed = true
      document.removeEventListener('visibilitychange', requestLock)
      lock?.release().catch((error: unknown) => recordTrouble('screen lock not given back', error))
    }
  }, [isEnabled])
}
