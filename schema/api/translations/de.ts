import type { Texts } from './type';

export const de: Texts = {
  required: '{label} muss ausgefüllt sein.',
  not_text: '{label} muss Text sein.',
  nul: '{label} enthält ein Zeichen, das nicht gespeichert werden kann (U+0000).',
  too_short: {
    one: '{label} braucht mindestens {n} Zeichen.',
    other: '{label} braucht mindestens {n} Zeichen.',
  },
  too_long: {
    one: '{label} darf höchstens {n} Zeichen haben.',
    other: '{label} darf höchstens {n} Zeichen haben.',
  },
  email: '{label} muss eine E-Mail-Adresse sein, zum Beispiel name@example.com.',
  tel: '{label} muss eine Telefonnummer sein.',
  url: '{label} muss eine Webadresse sein, die mit http:// oder https:// beginnt.',
  number: '{label} muss eine Zahl sein.',
  too_low: '{label} darf nicht kleiner als {limit} sein.',
  too_high: '{label} darf nicht größer als {limit} sein.',
  date: '{label} muss ein Datum sein, JJJJ-MM-TT.',
  choice: '{label}: Bitte eine der Möglichkeiten wählen.',
  choices: '{label} muss eine Liste von Möglichkeiten sein.',
  not_a_file: '{label}: Die Datei bitte als multipart/form-data senden.',
  one_file: '{label}: Bitte nur eine Datei senden.',
  empty_file: '{label}: Die Datei ist leer.',
  file_too_large: '{label}: Die Datei ist größer als {size}.',
  file_type: '{label}: Dateien dieser Art werden nicht angenommen.',
  file_lies: '{label}: Die Datei ist nicht von der Art, die sie angibt.',
  success: 'Vielen Dank. Ihre Nachricht wurde gesendet.',
  send: 'Senden',
  sending: 'Wird gesendet …',
  uploading: '{n} % hochgeladen',
  next: 'Weiter',
  previous: 'Zurück',
  step: 'Schritt {n} von {total}',
  choose: 'Bitte wählen …',
  yes: 'Ja',
  required_note: 'Mit * markierte Felder müssen ausgefüllt werden.',
  max_size: 'Höchstens {size}.',
  accepted: 'Erlaubt: {types}.',
  errors: { one: 'Bitte ein Feld berichtigen:', other: 'Bitte {n} Felder berichtigen:' },
  again:
    'Bitte senden Sie das Formular noch einmal. Ihre Eingaben sind erhalten; Dateien müssen neu gewählt werden.',
  offline:
    'Sie sind offline. Ihre Eingaben bleiben erhalten und werden gesendet, sobald die Verbindung wieder da ist.',
  unreachable:
    'Die Website ist nicht erreichbar. Ihre Eingaben bleiben erhalten; bitte versuchen Sie es noch einmal.',
  broken:
    'Die Website hat nicht richtig geantwortet. Ihre Eingaben bleiben erhalten; bitte versuchen Sie es später noch einmal.',
  missing: 'Dieses Formular ist zurzeit nicht verfügbar.',
  too_many:
    'Von hier wurden zu viele Formulare gesendet. Bitte warten Sie eine Minute und versuchen Sie es noch einmal; Ihre Eingaben bleiben erhalten.',
  too_large: 'Die Sendung ist zu groß. Bitte kürzen Sie den Text oder wählen Sie kleinere Dateien.',
  go_back: 'Gehen Sie mit Ihrem Browser zurück: Ihre Eingaben sind noch da.',
  leave_empty: 'Dieses Feld leer lassen',
};
