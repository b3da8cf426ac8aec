import { recordTrouble } from '../trouble'

/** Finds a code in a picture; `decode` returns null if there is none. */
export type Decoder = { name: 'native' | 'fallback'; decode: (picture: HTMLCanvasElement) => Promise<string | null> }

type Detector = { detect: (source: HTMLCanvasElement) => Promise<{ rawValue: string }[]> }
type DetectorClass = {
  new (options: { formats: string[] }): Detector
  getSupportedFormats: () => Promise<string[]>
}

/** Code formats of the plant's labels, as BarcodeDetector names them. The first is required. */
const CODE_FORMATS = ['qr_code', 'code_128', 'code_39', 'data_matrix', 'ean_13', 'itf']

async function createNativeDecoder(): Promise<Decoder | null> {
  const DetectorConstructor = (globalThis as { BarcodeDetector?: DetectorClass }).BarcodeDetector
  if (!DetectorConstructor) return null
  try {
    // Some systems expose the interface without an implementation.
    const supported = await DetectorConstructor.getSupportedFormats()
    const formats = CODE_FORMATS.filter((format) => supported.includes(format))
    if (!formats.includes('qr_code')) return null
    const detector = new DetectorConstructor({ formats })
    return {
      name: 'native',
      decode: async (picture) => (await detector.detect(picture))[0]?.rawValue || null,
    }
  } catch (error) {
    recordTrouble('native code detector unusable', error)
    return null
  }
}

/**
 * Uses only the decoder of html5-qrcode. Our viewfinder replaces its camera handling, which can show the video twice and
 * does not await that the camera has stopped.
 */
async function createFallbackDecoder(): Promise<Decoder> {
  const [{ ZXingHtml5QrcodeDecoder }, { BaseLoggger, Html5QrcodeSupportedFormats: Kind }] = await Promise.all([
    import('html5-qrcode/esm/zxing-html5-qrcode-decoder'),
    import('html5-qrcode/esm/core'),
  ])
  const kinds = [Kind.QR_CODE, Kind.CODE_128, Kind.CODE_39, Kind.DATA_MATRIX, Kind.EAN_13, Kind.ITF]
  const zxing = new ZXingHtml5QrcodeDecoder(kinds, false, new BaseLoggger(false))
  return {
    name: 'fallback',
    decode: async (picture) => {
      try {
        return (await zxing.decodeAsync(picture)).text || null
      } catch {
        // The decoder throws for every picture without a code, which is no error.
        return null
      }
    },
  }
}

/** Returns the platform's detector if it works, otherwise the bundled one, which is loaded on demand. */
export async function loadDecoder(): Promise<Decoder> {
  const nativeDecoder = await createNativeDecoder()
  if (!nativeDecoder) return createFallbackDecoder()
  let fallbackDecoder: Promise<Decoder> | null = null
  return {
    name: 'native',
    decode: async (picture) => {
      if (fallbackDecoder) return (await fallbackDecoder).decode(picture)
      try {
        return await nativeDecoder.decode(picture)
      } catch (error) {
        recordTrouble('native code detector failed, falling back', error)
        fallbackDecoder = createFallbackDecoder()
        return (await fallbackDecoder).decode(picture)
      }
    },
  }
}
