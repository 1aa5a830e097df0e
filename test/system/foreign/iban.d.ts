declare module 'iban' {
  const library: {
    countries: Record<string, { example: string }>
    isValid(iban: string): boolean
    electronicFormat(iban: string): string
    printFormat(iban: string, separator: string): string
  }
  export default library
}
