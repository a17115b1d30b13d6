FROM python:3.13-slim AS build
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
RUN /opt/build/bin/python -m hatchling build -t wheel -d /dist \
    && /opt/bigben/bin/pip install --no-cache-dir --no-deps /dist/bigben-*.whl

FROM python:3.13-slim
RUN useradd --system --uid 10001 --no-create-home --home-dir /data --shell /usr/sbin/nologin bigben \
    && install -d -o bigben -g bigben /data
COPY --from=build /opt/bigben /opt/bigben
ENV PATH="/opt/bigben/bin:$PATH" \
    PYTHONUNBUFFERED=1 \
    DATABASE_URL="sqlite:////data/bigben.db"
VOLUME /data
WORKDIR /data
USER bigben
ENTRYPOINT ["bigben"]
# Without a token a container stops with a sentence; it is no place for the playground.
CMD ["run"]
