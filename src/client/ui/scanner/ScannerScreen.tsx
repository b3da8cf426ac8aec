import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../Button'
import { PictureIcon } from '../icons'
import { Dialog } from '../Dialog'
import { Viewfinder } from '../viewfinder/Viewfinder'
import { useCamera } from '../viewfinder/use-camera'
import { loadDecoder, type Decoder } from './decoder'
import type { CodeSource, ScannerProps } from './scanner-props'
import { useScanLoop, drawArea } from './use-scan-loop'
import { recordTrouble } from '../trouble'

/** Time for which the frame highlights a hit, ms. */
const HIT_VISIBLE_MS = 700

/** Scanner in a full-screen dialog, with photo and manual input as alternatives. */
export default function ScannerScreen(props: ScannerProps) {
  const { t } = useTranslation('client')
  return (
    <Dialog open fullScreen onClose={props.onClose} title={t('ui.scanner.title')}>
      <ScannerBody {...props} />
    </Dialog>
  )
}

/** Starts loading the decoder while the camera opens. Without it (offline and never loaded) typing still works. */
function startDecoder(): Promise<Decoder> {
  const decoder = loadDecoder()
  decoder.catch((error: unknown) => recordTrouble('no code decoder', error))
  return decoder
}

function ScannerBody({ onCode, onClose, hint, liveOnly = false }: ScannerProps) {
  const { t } = useTranslation('client')
  const camera = useCamera()
  const [decoder] = useState(startDecoder)
  const [lastCode, setLastCode] = useState<string | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const [isHitShown, setIsHitShown] = useState(false)
  const timer = useRef(0)
  useEffect(() => () => clearTimeout(timer.current), [])
  const submitCode = async (code: string, source: CodeSource): Promise<boolean> => {
    const refusalText = (await onCode(code, source)) || null
    setRefusal(refusalText)
    return refusalText === null
  }
  const onHit = (code: string, source: 'camera' | 'photo') => {
    playScanSignal()
    setLastCode(code)
    setIsHitShown(true)
    clearTimeout(timer.current)
    timer.current = window.setTimeout(() => setIsHitShown(false), HIT_VISIBLE_MS)
    void submitCode(code, source)
  }
  useScanLoop(camera.video, camera.status === 'live', decoder, (code) => onHit(code, 'camera'))
  return (
    <div className="ui-scan">
      <Viewfinder camera={camera} title={t('ui.scanner.title')} onClose={onClose}>
        <div className={`ui-scan-frame${isHitShown ? ' is-hit' : ''}`} />
        <p className="ui-scan-hint">{hint ?? t('ui.scanner.hint')}</p>
      </Viewfinder>
      <div className="ui-scan-panel stack">
        <output>{lastCode && t('ui.scanner.found', { code: lastCode })}</output>
        {liveOnly ? (
          refusal && <p role="alert">{refusal}</p>
        ) : (
          <>
            <PhotoScanButton decoder={decoder} onHit={(code) => onHit(code, 'photo')} />
            <ManualCodeField refusal={refusal} onCode={(code) => submitCode(code, 'manual')} />
          </>
        )}
      </div>
    </div>
  )
}

/** Reads a code from a photo, for cameras that cannot stream and codes that cannot be held still. */
function PhotoScanButton({ decoder, onHit }: { decoder: Promise<Decoder>; onHit: (code: string) => void }) {
  const { t } = useTranslation('client')
  const input = useRef<HTMLInputElement>(null)
  const [isBusy, setIsBusy] = useState(false)
  const [faultKey, setFaultKey] = useState<string | null>(null)
  const readFile = async (file: File) => {
    setIsBusy(true)
    setFaultKey(null)
    try {
      const code = await readCodeFromPhoto(file, await decoder)
      if (code) onHit(code)
      else setFaultKey('ui.scanner.notFound')
    } catch (error) {
      recordTrouble('photo not readable', error)
      setFaultKey('ui.photoError.unreadable')
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <>
      {faultKey && <p role="alert">{t(faultKey)}</p>}
      <input
        ref={input}
        type="file"
        accept="image/*"
        hidden
        onChange={(event) => {
          const file = event.target.files?.[0]
          event.target.value = ''
          if (file) void readFile(file)
        }}
      />
      <Button disabled={isBusy} onClick={() => input.current?.click()} icon={<PictureIcon size={20} />}>
        {t('ui.scanner.photo')}
      </Button>
    </>
  )
}

/** Input for a typed code. It is no <form>: the scanner opens inside forms, and a nested form would reload the page. */
function ManualCodeField({ refusal, onCode }: { refusal: string | null; onCode: (code: string) => Promise<boolean> }) {
  const { t } = useTranslation('client')
  const [text, setText] = useState('')
  const id = useId()
  const submitText = async () => {
    const code = text.trim()
    if (!code) return
    setText('') // Clear immediately: the next code may be the same one.
    // Put a rejected code back for correction, unless the next one has been started.
    if (!(await onCode(code))) setText((current) => current || code)
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault() // otherwise it submits the surrounding form
    void submitText()
  }
  return (
    <div className="ui-scan-manual">
      <label htmlFor={id}>{t('ui.scanner.manual')}</label>
      <div>
        <input
          id={id}
          className="ui-input"
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={onKey}
          placeholder={t('ui.scanner.code')}
          aria-invalid={refusal !== null}
          aria-describedby={refusal ? `${id}-why` : undefined}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          enterKeyHint="go"
        />
        <Button look="primary" disabled={!text.trim()} onClick={() => void submitText()}>
          {t('ui.scanner.enter')}
        </Button>
      </div>
      {refusal && (
        <p id={`${id}-why`} role="alert">
          {refusal}
        </p>
      )}
    </div>
  )
}

/** High enough to be heard over the machines. */
const BEEP_HZ = 1760
const BEEP_SECONDS = 0.12
const BEEP_VOLUME = 0.25
/** End of the beep; an exponential ramp cannot reach 0. */
const INAUDIBLE_VOLUME = 0.001
const VIBRATION_MS = 80
let audio: AudioContext | null = null

function playBeep(): void {
  audio ??= new AudioContext()
  void audio.resume()
  const tone = audio.createOscillator()
  const volume = audio.createGain()
  tone.frequency.value = BEEP_HZ
  volume.gain.setValueAtTime(BEEP_VOLUME, audio.currentTime)
  volume.gain.exponentialRampToValueAtTime(INAUDIBLE_VOLUME, audio.currentTime + BEEP_SECONDS)
  tone.connect(volume).connect(audio.destination)
  tone.start()
  tone.stop(audio.currentTime + BEEP_SECONDS)
}

/** Vibrates and beeps for a hit, as far as the device supports it. */
function playScanSignal(): void {
  try {
    navigator.vibrate?.(VIBRATION_MS)
    playBeep()
  } catch (error) {
    recordTrouble('hit not signalled', error)
  }
}

/**
 * Longest edges, px, to which a photo is scaled in successive attempts. Small codes need many pixels; large blurred
 * codes are recognized with fewer.
 */
const EDGES_PX = [1024, 1800, 640]

/**
 * Returns the code in a photo, or null if there is none.
 * @throws if the file is not a readable picture
 */
async function readCodeFromPhoto(file: Blob, decoder: Decoder): Promise<string | null> {
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' })
  try {
    const canvas = document.createElement('canvas')
    for (const edge of EDGES_PX) {
      drawArea(canvas, picture, { x: 0, y: 0, width: picture.width, height: picture.height }, edge)
      const code = await decoder.decode(canvas)
      if (code) return code
    }
    return null
  } finally {
    picture.close()
  }
}
