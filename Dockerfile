FROM python:3.13-slim-bookworm AS build
WORKDIR /src
COPY requirements.txt requirements-dev.txt ./
RUN python -m venv /opt/bigben \
    && /opt/bigben/bin/pip install --no-cache-dir --require-hashes -r requirements.txt
# Brings the build backend in the version, and with the hashes, that the developers use; none of it reaches the image.
RUN python -m venv /opt/build \
    && /opt/build/bin/pip install --no-cache-dir --require-hashes -r requirements-dev.txt
COPY pyproject.toml README.md LICENSE ./
COPY core core
COPY tgbot tgbot
COPY playground playground
COPY migrations migrations
# Afterwards pip itself is needed no more, which makes the image smaller and leaves less to attack.
RUN /opt/build/bin/python -m hatchling build -t wheel -d /dist \
    && /opt/bigben/bin/pip install --no-cache-dir --no-deps /dist/bigben-*.whl \
    && rm -rf /opt/bigben/lib/python3*/site-packages/pip /opt/bigben/lib/python3*/site-packages/pip-*.dist-info \
        /opt/bigben/bin/pip*

FROM python:3.13-slim-bookworm
# What sets names in Arabic, Hebrew and the scripts of India on the pictures.
RUN apt-get update \
    && apt-get install -y --no-install-recommends libfribidi0 \
    && rm -rf /var/lib/apt/lists/*
RUN useradd --system --uid 10001 --no-create-home --home-dir /data --shell /usr/sbin/nologin bigben \
    && install -d -o bigben -g bigben -m 700 /data
COPY --from=build /opt/bigben /opt/bigben
# Inside a container every address is its own: what is served is seen only where a port is published.
ENV PATH="/opt/bigben/bin:$PATH" \
    PYTHONUNBUFFERED=1 \
    PYTHONDONTWRITEBYTECODE=1 \
    HTTP_HOST="0.0.0.0" \
    HTTP_PORT="8080" \
    DATABASE_URL="sqlite:////data/bigben.db"
VOLUME /data
WORKDIR /data
USER 10001:10001
EXPOSE 8080
# A stop takes ten seconds at the most.
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=10s --start-period=60s --retries=3 CMD ["bigben", "health"]
ENTRYPOINT ["bigben"]
# Without a token a container stops with a sentence; it is no place for the playground.
CMD ["run"]
