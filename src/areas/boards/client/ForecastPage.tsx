export default function ForecastPage() {
  return null
}
